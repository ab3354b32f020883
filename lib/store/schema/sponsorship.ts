import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { environments } from '../../contract/environment';
import { json, timestamptz } from './columns';

/** A request for the full migration, and where it came from. */
export const fullRequests = pgTable(
  'full_requests',
  {
    id: uuid('id').primaryKey(),
    environment: text('environment', { enum: environments }).notNull(),
    /** Null until an agent matches the request to an import. */
    importId: text('import_id'),
    source: text('source', { enum: ['agent', 'customer', 'operator_page', 'sample_complete'] }).notNull(),
    verified: boolean('verified').notNull(),
    username: text('username'),
    tool: text('tool'),
    message: text('message').notNull().default(''),
    by: text('by').notNull(),
    requestedAt: timestamptz('requested_at').notNull(),
    closedAt: timestamptz('closed_at'),
    closeReason: text('close_reason'),
    /** The status that made the request pointless. It is reopened if the status moves back. */
    closedByStatus: text('closed_by_status'),
  },
  (t) => [
    index('full_requests_import').on(t.environment, t.importId),
    index('full_requests_open')
      .on(t.environment, t.requestedAt, t.importId)
      .where(sql`closed_at is null`),
    uniqueIndex('full_requests_one_open')
      .on(t.environment, t.importId)
      .where(sql`closed_at is null and import_id is not null`),
    index('full_requests_closed_by_status')
      .on(t.environment, t.importId)
      .where(sql`closed_by_status is not null`),
  ],
);

/** At most one open decision per import, enforced by a partial unique index. */
export const decisions = pgTable(
  'decisions',
  {
    id: uuid('id').primaryKey(),
    environment: text('environment', { enum: environments }).notNull(),
    /** Null only for `start_full`, until the service returns the import id. */
    importId: text('import_id'),
    attemptId: uuid('attempt_id'),
    kind: text('kind', { enum: ['accept', 'reject', 'start_full'] }).notNull(),
    state: text('state', {
      enum: ['proposed', 'approved', 'sending', 'confirmed', 'refused', 'unknown', 'resolved', 'withdrawn'],
    }).notNull(),
    username: text('username'),
    proposedById: uuid('proposed_by_id'),
    proposedBy: text('proposed_by').notNull(),
    proposedAt: timestamptz('proposed_at').notNull(),
    approvedById: uuid('approved_by_id'),
    approvedBy: text('approved_by'),
    approvedAt: timestamptz('approved_at'),
    /** Whose approval, or "send again", was sent last. Stays when a later "send again" is undone. */
    lastApproverId: uuid('last_approver_id'),
    lastApprover: text('last_approver'),
    needsSecond: boolean('needs_second').notNull().default(false),
    reason: text('reason').notNull().default(''),
    approvalReason: text('approval_reason').notNull().default(''),
    note: text('note').notNull().default(''),
    policyVersion: integer('policy_version').notNull(),
    policyExplanation: text('policy_explanation').notNull().default(''),
    budgetOverride: boolean('budget_override').notNull().default(false),
    /** The decisions in effect when this was approved, or sent again. It is not sent if there are others by then. */
    inEffectAtApproval: uuid('in_effect_at_approval').array().notNull().default([]),
    /** The odd status that the approver confirmed. The acceptance is not sent if the import then has another one. */
    confirmedStatus: text('confirmed_status'),
    /** Sends that reached the service, except those answered with 429. */
    sends: integer('sends').notNull().default(0),
    /** Sends that certainly did not happen: 429 or refused connection. */
    notSent: integer('not_sent').notNull().default(0),
    firstNotSentAt: timestamptz('first_not_sent_at'),
    notBefore: timestamptz('not_before'),
    /** Incremented by each claim to send. A response counts only if its claim is still the newest. */
    claims: integer('claims').notNull().default(0),
    leaseUntil: timestamptz('lease_until'),
    sentAt: timestamptz('sent_at'),
    answeredAt: timestamptz('answered_at'),
    answerStatus: integer('answer_status'),
    outcome: text('outcome').notNull().default(''),
    /** A response that arrived after the lease expired. Informational only. */
    lateAnswer: json('late_answer'),
    resolution: text('resolution', { enum: ['send_again', 'settled_done', 'settled_not_done'] }),
    resolvedById: uuid('resolved_by_id'),
    resolvedBy: text('resolved_by'),
    resolvedAt: timestamptz('resolved_at'),
    resolutionReason: text('resolution_reason').notNull().default(''),
    bulkId: uuid('bulk_id'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('decisions_one_open')
      .on(t.environment, t.importId)
      .where(sql`state in ('proposed', 'approved', 'sending', 'unknown') and import_id is not null`),
    uniqueIndex('decisions_attempt').on(t.attemptId),
    index('decisions_made').on(t.environment, t.createdAt),
    index('decisions_import').on(t.environment, t.importId, t.createdAt),
    index('decisions_state').on(t.state, t.leaseUntil),
    index('decisions_unknown')
      .on(t.environment, sql`coalesce(sent_at, proposed_at)`, t.kind)
      .where(sql`state = 'unknown'`),
    index('decisions_due')
      .on(t.notBefore)
      .where(sql`state = 'approved'`),
    // With what is counted, so that the table need not be read.
    index('decisions_approved').on(t.environment, t.approvedAt, t.kind, t.state, t.resolution),
    index('decisions_username').on(t.environment, t.username),
    index('decisions_domain').on(t.environment, sql`substring(username from '@[^@]*$')`),
    index('decisions_bulk').on(t.bulkId),
    check(
      'decisions_two_people',
      sql`not needs_second or approved_by_id is null or proposed_by_id is null or approved_by_id <> proposed_by_id`,
    ),
  ],
);

/** Append-only. */
export const decisionSteps = pgTable(
  'decision_steps',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    decisionId: uuid('decision_id')
      .notNull()
      .references(() => decisions.id),
    from: text('from'),
    to: text('to').notNull(),
    at: timestamptz('at').notNull(),
    by: text('by').notNull(),
    explanation: text('explanation').notNull(),
  },
  (t) => [index('decision_steps_decision').on(t.decisionId, t.id)],
);

/** One row per version; the newest applies. */
export const policies = pgTable('policies', {
  version: integer('version').primaryKey(),
  policy: json('policy').notNull(),
  by: text('by').notNull(),
  at: timestamptz('at').notNull(),
});

/** Changes that weaken the policy wait here until another admin confirms them or their time has come. */
export const pendingPolicies = pgTable(
  'pending_policies',
  {
    id: uuid('id').primaryKey(),
    policy: json('policy').notNull(),
    basedOn: integer('based_on').notNull(),
    proposedById: uuid('proposed_by_id').notNull(),
    proposedBy: text('proposed_by').notNull(),
    proposedAt: timestamptz('proposed_at').notNull(),
    effectiveAt: timestamptz('effective_at').notNull(),
    closedAt: timestamptz('closed_at'),
    closedBy: text('closed_by'),
    closeReason: text('close_reason', { enum: ['confirmed', 'cancelled', 'effective', 'replaced'] }),
  },
  () => [
    uniqueIndex('pending_policies_one_open')
      .on(sql`(closed_at is null)`)
      .where(sql`closed_at is null`),
  ],
);

/** A bulk decision. Its results are linked by decisions.bulk_id. */
export const bulkRuns = pgTable(
  'bulk_runs',
  {
    id: uuid('id').primaryKey(),
    environment: text('environment', { enum: environments }).notNull(),
    kind: text('kind').notNull(),
    staffId: uuid('staff_id'),
    by: text('by').notNull(),
    at: timestamptz('at').notNull(),
    finishedAt: timestamptz('finished_at'),
    /** Lease of the instance that processes the run, on the database clock. */
    claimedUntil: timestamptz('claimed_until'),
    items: json('items').notNull(),
    reason: text('reason').notNull().default(''),
    note: text('note').notNull().default(''),
  },
  (t) => [
    index('bulk_runs_made').on(t.environment, t.at),
    index('bulk_runs_open')
      .on(t.at)
      .where(sql`finished_at is null`),
  ],
);
