import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { IconBox } from '@tabler/icons-react'
import { reading } from '../../kit/api/index.ts'
import { ButtonLink } from '../../kit/ui/AppLink.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/PendingRecord.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { AccountBadge } from '../AccountBadge.tsx'
import { HoldButton } from '../HoldButton.tsx'
import { AccountTabs } from './AccountTabs.tsx'

const back = { to: '/accounts', label: 'Accounts' }

/** One account as staff see it (ACC-020, NAV-028). */
export default function AccountPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery({
    ...reading(accountsApi.list, { id: [id], limit: 1 }),
    enabled: Number.isSafeInteger(id),
  })
  const account = query.data?.accounts.find((one) => one.id === id)
  if (account)
    return (
      <AccountTabs
        account={account}
        path={`/accounts/${id}`}
        header={
          <PageHeader
            title={account.name}
            badge={<AccountBadge account={account} size="large" />}
            note={<span className="mono">{account.account_code}</span>}
            back={back}
            actions={
              <>
                <ButtonLink to={`/shipments?account=${id}`} icon={IconBox}>
                  Shipments
                </ButtonLink>
                <HoldButton account={account} />
              </>
            }
          />
        }
      />
    )
  const isMissing = query.data !== undefined || !Number.isSafeInteger(id)
  return (
    <PendingRecord
      name="account"
      back={back}
      query={query}
      isMissing={isMissing}
      missing="There is no such account, or it is outside your branch."
    />
  )
}
