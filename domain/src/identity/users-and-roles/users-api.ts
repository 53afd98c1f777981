import { z } from 'zod'
import { isStaff } from '../../kit/actor.ts'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { phone } from '../../kit/contacts/phone.ts'
import { count, flag, list, maybe, text } from '../../kit/calls/wire.ts'
import { ListedUser, Role } from '../model.ts'

/** The data of a new user. The link to choose a password is sent to the email address. */
const NewUser = z.object({
  name: text(255),
  email: text(254),
  /** Defaults to the email address. */
  username: maybe(text(100)),
  phone_number: maybe(phone),
  role_id: count,
  /** The customer account; without it the user belongs to the company. */
  account_id: maybe(count),
  branch_id: maybe(count),
  limit_user_to_branch: maybe(flag),
  limit_user_to_account: maybe(flag),
})

const EditedRole = Role.extend({
  /** Incremented by every change. A change states the version it is based on. */
  version: z.number(),
  /** Number of users with the role who are not removed, including invited users and API keys. */
  user_count: z.number(),
  /** How many of them are invited and have not chosen a password yet. */
  invited_count: z.number(),
  /** How many of them are API keys. */
  api_key_count: z.number(),
})
export type EditedRole = z.output<typeof EditedRole>

const role_fields = {
  name: text(60),
  label: text(60),
  permissions: list(text(120)),
  permissions_ui: list(text(120)),
  require_2fa: flag,
}

const ImportedLine = z.object({
  line: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** The problems of the line; empty when it can be imported. */
  problems: z.array(z.string()),
})
export type ImportedLine = z.output<typeof ImportedLine>

/** Endpoints to manage users and roles, and to impersonate a customer (ACC-021, ACC-026, AUTH-068). */
export const usersApi = {
  create: endpoint('POST /users', {
    input: NewUser,
    output: ListedUser,
    audience: 'session',
    // Applies to staff users only, because a customer's users reach only their own account.
    step_up: { when: ({ account_id }, actor) => isStaff(actor) && !account_id, api_keys: 'refused' },
    summary: 'Creates a user and sends an invitation with a link to choose a password.',
  }),
  remove: endpoint('DELETE /users', {
    input: z.object({ id: count }),
    output: z.object({}),
    audience: 'session',
    summary: 'Deletes a user. The name remains in the history.',
  }),
  invite: endpoint('POST /users/invite', {
    input: z.object({ id: count }),
    output: z.object({ message: z.string() }),
    permission: 'API_/users:POST',
    audience: 'session',
    published: false,
    summary: 'Sends the invitation again. The previous link becomes invalid.',
  }),
  assignable: endpoint('GET /users/roles', {
    input: z.object({ account_id: maybe(count) }),
    output: z.object({ roles: z.array(z.object({ id: count, name: z.string(), label: z.string() })) }),
    permission: 'API_/users:GET',
    audience: 'session',
    published: false,
    summary: 'Lists the roles that the caller can assign to users of an account or of the company.',
  }),
  importFile: endpoint('POST /users/import', {
    body: 'text_file',
    workload: 'heavy',
    input: z.object({ text: z.string().max(1_000_000), dry_run: maybe(flag) }),
    output: z.object({ lines: z.array(ImportedLine), imported: z.number() }),
    permission: 'API_/users:POST',
    audience: 'session',
    step_up: { when: ({ dry_run }) => !dry_run, api_keys: 'refused' },
    published: false,
    summary: 'Invites the users in a CSV file, all or none. With `dry_run`, only returns the errors.',
  }),
  impersonate: endpoint('POST /users/impersonate', {
    input: z.object({ username: text(200) }),
    output: z.object({ username: z.string(), account_id: z.number() }),
    audience: 'session',
    published: false,
    summary:
      'Checks whether the caller can act as a user. Later calls specify that user in `request_username`.',
  }),
  roles: endpoint('GET /roles', {
    input: z.object({ id: maybe(count) }),
    output: z.object({ roles: z.array(EditedRole), count: z.number() }),
    audience: 'session',
    summary: 'Lists the roles of the company with their permissions and number of users.',
  }),
  createRole: endpoint('POST /roles', {
    input: z.object(role_fields),
    output: EditedRole,
    audience: 'session',
    step_up: true,
    summary: 'Creates a role.',
  }),
  changeRole: endpoint('PATCH /roles', {
    input: z
      .object({ id: count, version: count, ...role_fields })
      .partial()
      .required({ id: true, version: true }),
    output: EditedRole,
    audience: 'session',
    step_up: true,
    summary: 'Updates a role. The change applies to its users from their next call.',
  }),
  removeRole: endpoint('DELETE /roles', {
    input: z.object({ id: count }),
    output: z.object({}),
    audience: 'session',
    step_up: true,
    summary: 'Deletes a role without users. Its name remains in the history.',
  }),
}
