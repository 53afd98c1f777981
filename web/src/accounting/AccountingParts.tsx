import { accountingApi } from '@waybill/domain/accounting/api'
import type { ReactNode } from 'react'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Segments } from '../kit/ui/page-layout/Tabs.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { useSearchState } from '../kit/url/use-search.ts'
import { ChartForm } from './ChartForm.tsx'
import { Connections } from './Connections.tsx'
import { Exports } from './Exports.tsx'
import { VatReturn } from './VatReturn.tsx'

const parts = [
  { key: 'exports', label: 'Exports', reads: accountingApi.exports, show: (): ReactNode => <Exports /> },
  { key: 'vat', label: 'VAT return', reads: accountingApi.vatReturn, show: (): ReactNode => <VatReturn /> },
  {
    key: 'chart',
    label: 'Chart of accounts',
    reads: accountingApi.chart,
    show: (): ReactNode => <ChartForm />,
  },
  {
    key: 'connections',
    label: 'Connections',
    reads: accountingApi.connections,
    show: (): ReactNode => <Connections />,
  },
] as const

/** The accounting bridge: exports, the VAT return, the chart of accounts and connections, as parts of one tab. */
export function AccountingParts() {
  const me = useMe()
  const { values, set } = useSearchState()
  const allowed = parts.filter(({ reads }) => mayCall(me, reads))
  const chosen = allowed.find(({ key }) => key === values.part) ?? allowed[0]
  return (
    <Stack>
      <Segments
        label="Accounting"
        choices={allowed}
        chosen={chosen?.key ?? 'exports'}
        onChoose={(key) => set({ part: key, page: undefined, box: undefined })}
      />
      {chosen?.show()}
    </Stack>
  )
}
