import { z } from 'zod'
import { approval_kinds } from '../kit/calls/approval.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, list, maybe, text } from '../kit/calls/wire.ts'
import { paging } from '../kit/lists/paging.ts'
import { Approval, approval_states, Check } from './model.ts'

/** Controls of a company’s money: approvals by a second person, and rules that its data satisfies. */
export const controlsApi = {
  approvals: endpoint('GET /billing/approvals', {
    input: z.object({
      ...paging,
      state: maybe(list(z.enum(approval_states))),
      kind: maybe(list(z.enum(approval_kinds))),
    }),
    output: z.object({ approvals: z.array(Approval), count }),
    audience: 'session',
    published: false,
    summary:
      'Lists calls that wait, or waited, for the approval of a second person, newest first: those of all for callers who decide or see the checks, otherwise their own.',
  }),
  decide: endpoint('POST /billing/approvals', {
    input: z.object({
      id: count,
      decision: z.enum(['approve', 'reject']),
      reason: maybe(text(500, { lines: true })),
    }),
    output: Approval,
    audience: 'session',
    published: false,
    step_up: true,
    summary: 'Approves or rejects what another person asked for. An approved call is made at once, once.',
  }),
  withdraw: endpoint('DELETE /billing/approvals', {
    input: z.object({ id: count }),
    output: z.object({}),
    permission: 'API_/billing/approvals:GET',
    audience: 'session',
    published: false,
    summary: 'Withdraws a call of the caller that waits for approval.',
  }),
  checks: endpoint('GET /billing/checks', {
    input: z.object({}),
    output: z.object({ checks: z.array(Check) }),
    audience: 'session',
    published: false,
    summary: 'Returns the rules that the data of the company must satisfy, with their last results.',
  }),
  runChecks: endpoint('POST /billing/checks', {
    workload: 'heavy',
    input: z.object({}),
    output: z.object({ checks: z.array(Check) }),
    audience: 'session',
    published: false,
    summary: 'Checks every rule now and returns the results.',
  }),
}
