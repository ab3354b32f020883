/** The interface document fixes no field names, so each fact is searched for under all usual ones, best first. */
interface Names {
  /** Unambiguous names, accepted anywhere. */
  readonly specific: readonly string[];
  /** Names that other things have too, such as a request's `id` or an envelope's `status`. */
  readonly generic: readonly string[];
}

/** Configured paths, tried in order. They replace the names. */
interface Paths {
  readonly paths: readonly string[];
}

export type FactLocation = Names | Paths;

export interface Dialect {
  /** Which value of a tool is sent as `source_tool`. The interface document says the name. */
  readonly toolValue: 'name' | 'slug' | 'label';
  readonly tool: Resource<'name' | 'label' | 'slug' | 'family'>;
  readonly created: Resource<'id' | 'redirectUrl' | 'token'>;
  readonly listed: Resource<'id' | 'status'>;
  readonly detailed: Resource<'id' | 'status' | 'family' | 'warnings' | 'records' | 'users'>;
  readonly reported: Resource<'id' | 'status' | 'family' | 'warnings' | 'timestamp' | 'event'>;
}

export interface Resource<Fact extends string> {
  /** Path of the object or list in the response; undefined: search for it. */
  readonly envelope?: string | undefined;
  readonly facts: Readonly<Record<Fact, FactLocation>>;
}

const importId: Names = {
  specific: [
    'importid',
    'migrationid',
    'importidentifier',
    'migrationidentifier',
    'importuuid',
    'migrationuuid',
    'importkey',
  ],
  generic: ['id', 'identifier', 'identification', 'uuid', 'guid', 'uid', 'key', 'reference', 'ref', 'number', 'import'],
};

const status: Names = {
  specific: [
    'statustext',
    'statusname',
    'statuslabel',
    'statustitle',
    'statusdescription',
    'importstatus',
    'migrationstatus',
    'currentstatus',
    'importstate',
    'migrationstate',
    'currentstate',
    'statetext',
    'statename',
  ],
  generic: ['status', 'state', 'stage', 'phase'],
};

const family: Names = {
  specific: ['family', 'productfamily', 'migrationfamily', 'toolfamily', 'familyname', 'familyslug'],
  // No "category" or "group": the value is sent back as `family`.
  generic: [],
};

const warnings: Names = {
  specific: ['warnings', 'migrationwarnings', 'importwarnings', 'warninglist', 'warningmessages', 'warning'],
  generic: ['notices', 'alerts', 'problems', 'issues'],
};

export const standardDialect: Dialect = {
  toolValue: 'name',
  tool: {
    facts: {
      name: {
        specific: ['name', 'toolname', 'sourcetool', 'sourcetoolname'],
        generic: ['tool', 'source', 'application'],
      },
      label: {
        specific: ['label', 'displayname', 'humanname', 'toollabel', 'tooltitle', 'fullname', 'prettyname'],
        generic: ['title', 'caption', 'text'],
      },
      slug: {
        specific: ['slug', 'toolslug', 'sourcetoolslug', 'shortname', 'permalink'],
        generic: ['key', 'code', 'handle', 'identifier', 'id'],
      },
      family,
    },
  },
  created: {
    facts: {
      id: importId,
      redirectUrl: {
        specific: [
          'redirecturl',
          'redirecturi',
          'redirectto',
          'redirectlink',
          'redirectionurl',
          'redirectaddress',
          'redirect',
          'migrationurl',
          'importurl',
          'customerurl',
          'authorizationurl',
          'authorizeurl',
          'authorizationuri',
          'authurl',
          'wizardurl',
          'starturl',
          'continueurl',
          'nexturl',
          'pageurl',
          'targeturl',
        ],
        generic: ['url', 'uri', 'location', 'link', 'href', 'page', 'address', 'next', 'weburl', 'htmlurl'],
      },
      token: {
        specific: ['token', 'importtoken', 'migrationtoken', 'customertoken', 'accesstoken'],
        generic: ['secret', 'hash'],
      },
    },
  },
  listed: { facts: { id: importId, status } },
  detailed: {
    facts: {
      id: importId,
      status,
      family,
      warnings,
      records: {
        specific: [
          'recordcounts',
          'recordscount',
          'recordsbytype',
          'countsbytype',
          'itemcounts',
          'migratedrecords',
          'importedrecords',
          'counts',
          'records',
        ],
        generic: ['statistics', 'stats', 'totals', 'items', 'objects', 'entities', 'imported', 'migrated', 'summary'],
      },
      users: {
        specific: ['usermapping', 'usermappings', 'usermatching', 'usermatches', 'users'],
        generic: ['people', 'accounts'],
      },
    },
  },
  reported: {
    facts: {
      id: importId,
      status: { ...status, specific: ['newstatus', 'newstate', ...status.specific] },
      family,
      warnings,
      timestamp: {
        specific: ['timestamp', 'sentat', 'occurredat', 'eventtime', 'eventtimestamp'],
        generic: [
          'time',
          'at',
          'ts',
          't',
          'date',
          'datetime',
          'updatedat',
          'changedat',
          'updated',
          'changed',
          // After those, since an import without an event around it has this, too.
          'created',
          'createdat',
          'sent',
          'when',
        ],
      },
      event: { specific: ['event', 'eventtype', 'eventname'], generic: ['type', 'kind', 'action', 'topic', 'name'] },
    },
  },
};

/** Names as in metrics. The body of a webhook may be missing, too. */
export const factNames: readonly string[] = [
  ...(['tool', 'created', 'listed', 'detailed', 'reported'] as const).flatMap((section) =>
    Object.keys(standardDialect[section].facts).map((fact) => `${section}.${fact}`),
  ),
  'reported.body',
];

/** Objects that wrap the resource. */
export const envelopeNames: readonly string[] = [
  'import',
  'migration',
  'importmigration',
  'data',
  'result',
  'results',
  'payload',
  'response',
  'item',
  'resource',
  'object',
  'entity',
  'record',
  'job',
  'node',
  'body',
  'content',
  'value',
  'd',
];

/** Objects that wrap a tool. Inside an import they have an id, a status and a family of their own. */
export const toolEnvelopeNames: readonly string[] = ['tool', 'sourcetool'];

/** Objects inside the resource that hold some of its fields (JSON:API attributes, HAL links). */
export const nestedObjectNames: readonly string[] = [
  'attributes',
  'properties',
  'fields',
  'details',
  'detail',
  'info',
  'links',
  'urls',
];

export const listNames: readonly string[] = [
  'imports',
  'migrations',
  'tools',
  'sourcetools',
  'data',
  'results',
  'result',
  'items',
  'entries',
  'list',
  'records',
  'collection',
  'content',
  'values',
  'objects',
  'rows',
  'edges',
  'nodes',
  'embedded',
  'payload',
  'response',
  'body',
  'member',
  'hydramember',
  'd',
];

/** Fields of a text given as an object: `{ "text": "Migration completed", "code": 7 }`. */
export const labelNames: readonly string[] = [
  'text',
  'name',
  'label',
  'title',
  'description',
  'displayname',
  'value',
  'message',
  'slug',
  'code',
  'key',
];

export const urlNames: readonly string[] = ['href', 'url', 'uri', 'link', 'to', 'location', 'address'];

/** Statuses of the call in an envelope, never of an import. */
export const callStatusTexts: ReadonlySet<string> = new Set([
  'ok',
  'okay',
  'success',
  'successful',
  'succeeded',
  'true',
]);

export const secretNamePattern =
  /(token|secret|password|passwd|authorization|credential|apikey|accesskey|privatekey|signature|cookie|redirecturl|redirecturi|redirectto)/;
