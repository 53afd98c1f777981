import type { Endpoint, Output } from '@waybill/domain/kit/calls/endpoint'
import type { Actor } from '@waybill/domain/kit/actor'
import { startupApi } from '@waybill/domain/startup/api'
import { call } from '../../kit/api/call.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { callAsUser, impersonatedUsername, stopImpersonating } from '../../kit/api/session.ts'
import { Store } from '../../kit/layers/store.ts'
import { people, readPeopleWith } from '../../kit/session/people.ts'
import { countUnread } from '../navigation/navigation-counts.ts'

type Answer = Output<typeof startupApi.generalData & Endpoint>

/** General data, with the impersonated and the signed-in username, which the client adds to the user (AUTH-069). */
export type GeneralData = Answer & {
  user: Answer['user'] & { impersonated_username: string | null; logged_in_user: string | null }
}

/** Adds the impersonated and the signed-in username to the user in the response. */
export function asClient(answer: Answer): GeneralData {
  const { logged_in_user } = answer
  return {
    ...answer,
    user: { ...answer.user, impersonated_username: impersonatedUsername(), logged_in_user },
  }
}

/** The data that the shell loads after sign-in; `null` for guests. */
export const general_data = new Store<GeneralData | null>(null)

general_data.watch(() => {
  const data = general_data.read()
  people.write(new Map(data ? [...people.read(), ...[...data.drivers, data.user].map(nameEntry)] : []))
  readPeopleWith(data && data.user.account_id === undefined ? loadNames : null)
})

const nameEntry = ({ username, name }: { username: string; name: string }) => [username, name] as const

async function loadNames() {
  const answer = await call(startupApi.names, {})
  return answer.people.map(nameEntry)
}

/**
 * Returns the known data with the changes applied: new values and entries replace old ones, and deleted branches are
 * removed.
 */
export function merged(known: Answer, update: Answer): Answer {
  return {
    ...update,
    provider_settings: { ...known.provider_settings, ...update.provider_settings },
    account_settings: { ...known.account_settings, ...update.account_settings },
    roles: withChanged(known.roles, update.roles, (role) => role.id),
    branches: withChanged(known.branches, update.branches, (branch) => branch.id).filter(
      (branch) => branch.deleted_date === null,
    ),
    shipment_tags: withChanged(known.shipment_tags, update.shipment_tags, (tag) => tag.id),
    account_tags: withChanged(known.account_tags, update.account_tags, (tag) => tag.id),
    drivers: withChanged(known.drivers, update.drivers, (driver) => driver.username),
  }
}

function withChanged<Entry>(
  known: readonly Entry[],
  changed: readonly Entry[],
  keyOf: (entry: Entry) => unknown,
): Entry[] {
  const entries = new Map([...known, ...changed].map((entry) => [keyOf(entry), entry]))
  return [...entries.values()]
}

/**
 * Loads general data. The hourly refresh loads only what changed since the last load (SHELL-047). A failure ends
 * impersonation. The error has the specified message, except for an ended session, maintenance or a closed account,
 * whose error is rethrown (API-022, ERR-012, ERR-013, AUTH-023, AUTH-064, AUTH-070).
 */
export async function loadGeneralData(known: GeneralData | null = null): Promise<GeneralData> {
  try {
    const answer = await call(startupApi.generalData, known ? { since: known.current_time } : {})
    const data = asClient(known ? merged(known, answer) : answer)
    if (Object.keys(data.provider_settings).length === 0) {
      stopImpersonating()
      throw new ApiError(500, 'Provider settings not found.')
    }
    callAsUser(data.logged_in_user ?? data.user.username)
    general_data.write(data)
    countUnread(data.unread_messages)
    return data
  } catch (thrown) {
    stopImpersonating()
    if (
      thrown instanceof ApiError &&
      ([401, 418, 423].includes(thrown.status) || thrown.message === 'Provider settings not found.')
    )
      throw thrown
    throw new ApiError(thrown instanceof ApiError ? thrown.status : 0, 'Could not load general data.', {
      request_id: thrown instanceof ApiError ? thrown.request_id : '',
    })
  }
}

/** Returns the signed-in user as the actor for permission rules. */
export function actorOf({ user }: GeneralData): Actor {
  return {
    kind: 'user',
    provider_id: user.provider_id,
    user_id: user.id,
    username: user.username,
    name: user.name,
    email: user.email,
    role_id: user.role_id,
    role_name: user.role.label || user.role.name,
    account_id: user.account_id ?? null,
    branch_id: user.branch_id ?? null,
    limit_user_to_branch: user.limit_user_to_branch,
    limit_user_to_account: user.limit_user_to_account,
    permissions: user.role.permissions,
    permissions_ui: user.role.permissions_ui,
    impersonated_by: user.logged_in_user,
  }
}
