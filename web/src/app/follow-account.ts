import type { QueryClient } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { Account } from '@waybill/domain/accounts/model'
import type { Output } from '@waybill/domain/kit/endpoint'
import { readingKey } from '../kit/api/reading.ts'
import { general_data } from './general-data.ts'

const [accounts_key] = readingKey(accountsApi.list)

/** Takes over an account that has changed, when it is the one this tab was loaded with (SHELL-070). */
function takeAccount(account: Account): boolean {
  const known = general_data.read()
  if (known?.account?.id !== account.id) return false
  // The balance moves without the account being modified.
  if (account.time_modified < known.account.time_modified) return false
  if (JSON.stringify(account) === JSON.stringify(known.account)) return false
  general_data.write({ ...known, account })
  return true
}

/** Shows the own account in the shell as it was last read, here and in the other tabs, until the answer is called. */
export function followAccount(client: QueryClient): () => void {
  const channel = new BroadcastChannel('waybill-account')
  channel.addEventListener('message', ({ data }: MessageEvent<Account>) => takeAccount(data))
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (event.query.queryKey[0] !== accounts_key) return
    const { accounts } = event.query.state.data as Output<typeof accountsApi.list>
    for (const account of accounts) if (takeAccount(account)) channel.postMessage(account)
  })
  return () => {
    stop()
    channel.close()
  }
}
