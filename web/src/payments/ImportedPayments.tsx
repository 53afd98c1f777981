import { useQueryClient } from '@tanstack/react-query'
import { IconCheck } from '@tabler/icons-react'
import { formatDate } from '@waybill/domain/kit/format'
import { wrongState } from '@waybill/domain/kit/problem'
import { startOfDay } from '@waybill/domain/kit/wire'
import { importedApi, type ImportedPayment } from '@waybill/domain/payments/imported-payment'
import { useRef } from 'react'
import { confirmUnusual, ledger_readings } from '../billing/index.ts'
import { call, refresh } from '../kit/api/index.ts'
import { newKey } from '../kit/api/new-key.ts'
import { showError } from '../kit/layers/alerts.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import type { BulkAction, Chosen } from '../kit/table/BulkBar.tsx'
import { DataTable } from '../kit/table/DataTable.tsx'
import { Money } from '../kit/ui/Value.tsx'
import { accountText, ImportedBadge, whoseText } from './imported-texts.tsx'
import type { useImported } from './use-imported.tsx'

/** Bank payments of all accounts: what each is, whose it probably is, and confirming many suggestions at once. */
export function ImportedPayments({ of: { list, query, columns } }: { of: ReturnType<typeof useImported> }) {
  const me = useMe()
  const client = useQueryClient()
  /** One idempotency key for each payment as it was seen: confirmed again after a failure it is the same intention. */
  const keys = useRef(new Map<string, string>())
  const confirm = async ({ rows, keep }: Chosen<ImportedPayment>): Promise<void> => {
    const toPost = rows.flatMap(({ amount, suggestion }) =>
      suggestion ? [{ amount, to: accountText(suggestion.account) }] : [],
    )
    if (!(await confirmUnusual(toPost))) return
    const left: ImportedPayment[] = []
    for (const row of rows) {
      const { id, version, amount, suggestion } = row
      if (!suggestion) {
        left.push(row)
        continue
      }
      const parts = [{ account_id: suggestion.account.id, amount }]
      const seen = JSON.stringify({ id, version, parts })
      const idempotency_key = keys.current.get(seen) ?? newKey()
      keys.current.set(seen, idempotency_key)
      await call(importedApi.match, { id, version, parts }, { idempotency_key }).catch((thrown: Error) => {
        left.push(row)
        showError(thrown)
      })
    }
    const done = rows.length - left.length
    if (done > 0) toast.success(done === 1 ? 'One payment posted' : `${done} payments posted`)
    const unmatched = rows.filter(({ suggestion }) => suggestion === null).length
    if (unmatched > 0) toast.info(leftText(unmatched))
    keep(left)
    await refresh(client, [importedApi.list, ...ledger_readings])
  }
  const bulk: BulkAction<ImportedPayment>[] = mayCall(me, importedApi.match)
    ? [
        {
          label: 'Confirm suggestions',
          icon: IconCheck,
          onSelect: confirm,
          verdict: ({ rows, isAll }) => {
            if (isAll) return wrongState('Choose the payments page by page: each suggestion is looked at.')
            const isAny = rows.some(({ suggestion }) => suggestion !== null)
            return isAny || wrongState('None of the chosen payments has a suggestion.')
          },
        },
      ]
    : []
  return (
    <DataTable
      name="imported-payments"
      caption="Imported payments"
      columns={columns}
      rows={query.data?.imported_payments}
      total={query.data?.count}
      idOf={({ id }) => id}
      query={query}
      list={list}
      bulk={bulk}
      searchHint="Description, reference or remark"
      linkOf={({ id }) => `/billing/imported-payments/${id}`}
      card={(payment) => ({
        title: payment.description || payment.reference,
        badge: <ImportedBadge payment={payment} />,
        lines: [
          <>
            <Money cents={payment.amount} /> · {formatDate(startOfDay(payment.bank_date))}
          </>,
          whoseText(payment) || 'Nobody yet',
        ],
      })}
      empty={{
        title: 'No imported payments yet.',
        text: 'Import a bank statement: money that came in is matched to your customers.',
      }}
    />
  )
}

function leftText(unmatched: number): string {
  return unmatched === 1
    ? 'One payment has no suggestion and stays chosen'
    : `${unmatched} payments have no suggestion and stay chosen`
}
