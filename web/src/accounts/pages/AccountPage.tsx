import { IconDotsVertical, IconLock, IconLockOpen } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { mayCloseAccounts } from '@waybill/domain/accounts/account-rules'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useState } from 'react'
import { AuditTrailButton } from '../../audit/index.ts'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { AccountBadge } from '../AccountBadge.tsx'
import styles from '../account.module.css'
import { CloseDialog } from '../CloseDialog.tsx'
import { HoldButton, HoldNotice } from '../HoldButton.tsx'
import { VipMark } from '../VipMark.tsx'
import { AccountTabs } from './AccountTabs.tsx'

const back = { to: '/accounts', label: 'Accounts' }

/** Page of one account, for staff (ACC-020, NAV-028). */
export default function AccountPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery({
    ...endpointQuery(accountsApi.list, { id: [id], limit: 1 }),
    enabled: Number.isSafeInteger(id),
  })
  const account = query.data?.accounts.find((one) => one.id === id)
  if (account)
    return <AccountTabs account={account} path={`/accounts/${id}`} header={<Header of={account} />} />
  return (
    <PendingRecord
      name="account"
      back={back}
      query={query}
      missing="There is no such account, or it is outside your branch."
    />
  )
}

function Header({ of: account }: { of: ListedAccount }) {
  const [isClosing, setClosing] = useState(false)
  const entries = useEntries(account, () => setClosing(true))
  return (
    <>
      <PageHeader
        title={account.name}
        badge={<AccountBadge account={account} size="large" />}
        note={
          <span className={styles.vip}>
            <span className="mono">{account.account_code}</span>
            <VipMark account_code={account.account_code} />
          </span>
        }
        back={back}
        actions={
          <>
            <AuditTrailButton type="account" object_id={String(account.id)} />
            <HoldButton account={account} />
            {entries.length > 0 && (
              <Menu label={`Actions for ${account.name}`} entries={entries}>
                {(trigger) => (
                  <IconButton {...trigger} label="More actions" icon={IconDotsVertical} variant="secondary" />
                )}
              </Menu>
            )}
          </>
        }
      />
      <HoldNotice account={account} />
      {account.status === 'closed' && (
        <div className={styles.result}>
          <Notice variant="general" title="This account is closed.">
            {[account.time_closed && `Since ${formatDate(account.time_closed)}`, account.close_reason]
              .filter(Boolean)
              .join(': ')}
          </Notice>
        </div>
      )}
      {isClosing && <CloseDialog account={account} onClose={() => setClosing(false)} />}
    </>
  )
}

function useEntries(account: ListedAccount, onClose: () => void): readonly MenuEntry[] {
  const me = useMe()
  const reopen = useEndpointMutation(accountsApi.reopen, {
    refresh: [accountsApi.list],
    done: () => toast.success(`${account.name} is open again`),
  })
  if (mayCloseAccounts(me) !== true || account.account_type === 'guest') return []
  if (account.status === 'closed')
    return mayCall(me, accountsApi.reopen)
      ? [
          {
            label: 'Reopen account',
            icon: IconLockOpen,
            onSelect: () => reopen.mutate({ id: account.id }),
          },
        ]
      : []
  return mayCall(me, accountsApi.close)
    ? [{ label: 'Close account', icon: IconLock, danger: true, onSelect: onClose }]
    : []
}
