/**
 * The one list of names. The interface document shows no field names, so each fact is looked for under the names that
 * services of this kind use. Names are compared without capitals and separators: `redirect_url`, `redirectUrl` and
 * `Redirect-URL` are one name here. Order is preference.
 */
interface Names {
  /** Names that can mean nothing else; believed wherever they stand. */
  readonly specific: readonly string[];
  /** Names that other things carry too (a request's `id`, an envelope's `status`); believed with more care. */
  readonly generic: readonly string[];
}

/** Paths set by configuration, tried in order. They replace the list: what a person set is not second-guessed. */
interface Paths {
  readonly paths: readonly string[];
}

export type FactLocation = Names | Paths;

export interface Dialect {
  /** Which of a tool's values is sent as `source_tool`. The document says the name. */
  readonly toolValue: 'name' | 'slug' | 'label';
  readonly tool: Resource<'name' | 'label' | 'slug' | 'family'>;
  readonly created: Resource<'id' | 'redirectUrl' | 'token'>;
  readonly listed: Resource<'id' | 'status'>;
  readonly detailed: Resource<'id' | 'status' | 'family' | 'warnings' | 'records' | 'users'>;
  /** What a webhook message tells. */
  readonly reported: Resource<'id' | 'status' | 'family' | 'warnings' | 'timestamp' | 'event'>;
}

export interface Resource<Fact extends string> {
  /** Path of the object, or of the list, inside the answer; undefined: look for it. */
  readonly envelope: string | undefined;
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
  // A category or a group may be anything, and what is read here is sent back as `family`.
  generic: [],
};

const warnings: Names = {
  specific: ['warnings', 'migrationwarnings', 'importwarnings', 'warninglist', 'warningmessages', 'warning'],
  generic: ['notices', 'alerts', 'problems', 'issues'],
};

export const standardDialect: Dialect = {
  toolValue: 'name',
  tool: {
    envelope: undefined,
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
    envelope: undefined,
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
  listed: { envelope: undefined, facts: { id: importId, status } },
  detailed: {
    envelope: undefined,
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
    envelope: undefined,
    facts: {
      id: importId,
      status,
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
          'created',
          'createdat',
          'sent',
          'when',
          'updatedat',
          'changedat',
        ],
      },
      event: { specific: ['event', 'eventtype', 'eventname'], generic: ['type', 'kind', 'action', 'topic', 'name'] },
    },
  },
};

/** Objects that stand around the one thing an answer is about. */
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
  'tool',
  'sourcetool',
  'node',
  'body',
  'content',
  'value',
  'd',
];

/** Objects in which a thing keeps a part of its own facts (JSON:API's attributes, HAL's links). */
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

/** Fields under which answers keep their lists. */
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

/** A status text, a name or a number given as an object: `{ "text": "Migration completed", "code": 7 }`. */
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

/** Envelopes say these about the call; no import has such a status. */
export const callStatusTexts: ReadonlySet<string> = new Set([
  'ok',
  'okay',
  'success',
  'successful',
  'succeeded',
  'true',
]);

/** Values under such names are never put into a sentence. */
export const secretNamePattern =
  /(token|secret|password|passwd|authorization|credential|apikey|accesskey|privatekey|signature|cookie|redirecturl|redirecturi|redirectto)/;
