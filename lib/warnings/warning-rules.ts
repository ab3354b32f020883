import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AuditDeps } from '../audit/append-audit';
import { saveAppSetting } from '../audit/save-app-setting';
import type { Caller } from '../contract/caller';
import {
  type CustomerRule,
  defaultRuleIds,
  type WarningRule,
  warningRuleSchema,
  type WarningRulesVersion,
} from '../contract/warning-rules';
import { isSameRule } from '../contract/rule-texts';
import type { StaffRule } from '../contract/staff-rule';
import type { Database, Db } from '../store/database/database';
import { readAppSetting, warningRulesKey as key } from '../store/staff/app-settings';
import { defaultRules } from './default-rules';

/** An unchanged default is stored by its id, so that it follows our texts and languages. */
const storedRulesSchema = z.array(z.unknown());
const storedDefaultSchema = z.object({ default: z.enum(defaultRuleIds) });

/** The rules of the newest version. `stored` is undefined or null as long as no admin changed them. */
export function toWarningRules(stored: unknown): readonly WarningRule[] {
  const list = storedRulesSchema.safeParse(stored);
  if (!list.success) return defaultRules;
  return list.data.flatMap((entry) => {
    const shipped = storedDefaultSchema.safeParse(entry);
    if (shipped.success) return defaultRules.filter(({ id }) => id === shipped.data.default);
    // A rule in an unknown format, for example after a downgrade, must not hide the others.
    const own = warningRuleSchema.safeParse(entry);
    return own.success ? [own.data] : [];
  });
}

export const toStaffRule = ({ id, severity, kinds, texts, staff }: WarningRule): StaffRule => ({
  ...{ id, severity, kinds, texts },
  ...staff,
});

export const toCustomerRule = ({ id, severity, kinds, texts, customer }: WarningRule): CustomerRule => ({
  ...{ id, severity, kinds, texts, customer },
});

export async function readWarningRules(db: Db): Promise<WarningRulesVersion> {
  const row = await readAppSetting(db, key);
  return { version: row?.version ?? 0, rules: [...toWarningRules(row?.value)] };
}

export async function saveWarningRules(
  deps: AuditDeps & { database: Database },
  input: { caller: Caller; rules: WarningRule[]; basedOn: number },
): Promise<WarningRulesVersion> {
  const { caller, rules, basedOn } = input;
  return deps.database.transaction(async (tx) => {
    const before = await readWarningRules(tx);
    const version = before.version + 1;
    await saveAppSetting(deps, tx, {
      ...{ caller, key, version, basedOn, what: 'the explanations' },
      value: rules.map((rule) => (isDefault(rule) ? { default: rule.id } : rule)),
      action: 'warning_rules.changed',
      subject: `warning rules version ${version}`,
      before: differences(before.rules, rules),
      after: differences(rules, before.rules),
    });
    return { version, rules };
  });
}

function isDefault(rule: WarningRule): boolean {
  return defaultRules.some((shipped) => isSameRule(shipped, rule));
}

/** The rules that the other list lacks or has differently, and the order if that differs. */
function differences(rules: readonly WarningRule[], other: readonly WarningRule[]) {
  const order = rules.map(({ id }) => id);
  return {
    rules: rules.filter((rule) => !other.some((one) => isSameRule(one, rule))),
    ...(isDeepStrictEqual(
      order,
      other.map(({ id }) => id),
    )
      ? {}
      : { order }),
  };
}
