import type { Query, QueryClient } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { Account, AccountSetting } from '@waybill/domain/accounts/model'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { parseStored } from '@waybill/domain/kit/setting'
import { all_settings } from '../../accounts/index.ts'
import { endpointQuery, endpointQueryKey } from '../../kit/api/endpoint-query.ts'
import { general_data } from '../start-up/general-data.ts'

const [accounts_key] = endpointQueryKey(accountsApi.list)
const [settings_key] = endpointQueryKey(accountsApi.settings)

/** Updates the account in general data when it is the account of this tab (SHELL-070). Returns whether it changed. */
function takeAccount(account: Account): boolean {
  const known = general_data.read()
  if (known?.account?.id !== account.id) return false
  // The balance can change without a change of `time_modified`.
  if (account.time_modified < known.account.time_modified) return false
  if (JSON.stringify(account) === JSON.stringify(known.account)) return false
  general_data.write({ ...known, account })
  return true
}

/**
 * Updates the settings of the user’s own account. The response always contains all of them, so settings that were
 * removed disappear.
 */
function takeSettings(accountId: number | undefined, settings: readonly AccountSetting[]): void {
  const known = general_data.read()
  if (!known?.account || known.account.id !== accountId) return
  const accountSettings = Object.fromEntries(settings.map(({ key, value }) => [key, parseStored(value)]))
  if (JSON.stringify(accountSettings) !== JSON.stringify(known.account_settings))
    general_data.write({ ...known, account_settings: accountSettings })
}

/** Fetches the user’s own account again. */
export async function readAccount(client: QueryClient, accountId: number): Promise<void> {
  await client.fetchQuery({ ...endpointQuery(accountsApi.list, { id: [accountId] }), staleTime: 0 })
}

/**
 * Keeps the user’s own account and its settings in the shell up to date with the latest response, in this tab and,
 * for the account, in the other tabs. Fetches all account settings at the start (ACC-014). Returns a function that
 * stops it.
 */
export function followAccount(client: QueryClient): () => void {
  const channel = new BroadcastChannel('waybill-account')
  channel.addEventListener('message', ({ data }: MessageEvent<Account>) => takeAccount(data))
  const take = ({ queryKey: [name, input], state: { data } }: Query): void => {
    if (data === undefined) return
    if (name === settings_key) {
      const { account_settings } = data as Output<typeof accountsApi.settings>
      takeSettings((input as { account_id?: number }).account_id, account_settings)
    }
    if (name !== accounts_key) return
    const { accounts } = data as Output<typeof accountsApi.list>
    for (const account of accounts) if (takeAccount(account)) channel.postMessage(account)
  }
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') take(event.query)
  })
  // Includes queries that finished before this part was loaded.
  client.getQueryCache().getAll().forEach(take)
  const accountId = general_data.read()?.account?.id
  void client.prefetchQuery(
    endpointQuery(accountsApi.settings, { account_id: accountId, limit: all_settings }),
  )
  return () => {
    stop()
    channel.close()
  }
}
