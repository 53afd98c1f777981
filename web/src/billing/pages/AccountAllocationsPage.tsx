import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { endpointQuery } from '../../kit/api/index.ts'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { AllocatedTable } from '../receivables/AllocatedTable.tsx'
import { OpenAmountsForm } from '../receivables/AllocateForm.tsx'

/** Page that allocates the credits of an account to its open invoices, and undoes allocations (BILL-009). */
export default function AccountAllocationsPage() {
  const accountId = Number(usePathPart('id'))
  const account = useQuery(endpointQuery(accountsApi.list, { id: [accountId], limit: 1 }))
  const query = useQuery(endpointQuery(receivablesApi.open, { account_id: accountId }))
  const found = account.data?.accounts[0]
  return (
    <Page>
      <PageHeader
        title="Allocations"
        note={found && `${found.name} (${found.account_code})`}
        back={{ to: `/accounts/${accountId}?tab=billing`, label: found?.name ?? 'Account' }}
      />
      {!query.data && query.error && (
        <RegionError thrown={query.error} what="The open amounts" onRetry={() => void query.refetch()} />
      )}
      {!query.data && !query.error && <Loading lines={8} />}
      {query.data && (
        <Stack>
          <OpenAmountsForm open={query.data} account_id={accountId} onStale={() => void query.refetch()} />
          <AllocatedTable account_id={accountId} />
        </Stack>
      )}
    </Page>
  )
}
