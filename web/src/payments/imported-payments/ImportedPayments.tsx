import { useQueryClient } from '@tanstack/react-query'
import { IconCheck, IconCopyOff } from '../../kit/icons/icons.ts'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { wrongState } from '@waybill/domain/kit/problem'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { imported_before, importedApi, type ImportedPayment } from '@waybill/domain/payments/imported-payment'
import { useRef } from 'react'
import { confirmUnusual, ledger_queries } from '../../billing/index.ts'
import { call, refresh } from '../../kit/api/index.ts'
import { newKey } from '../../kit/api/new-key.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { BulkAction, Chosen } from '../../kit/table/rows/BulkBar.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { accountText, ImportedBadge, whoseText } from './imported-texts.tsx'
import type { useImported } from './use-imported.tsx'

/**
 * The list of imported bank payments of all accounts, with bulk actions for confirming suggestions and ignoring
 * duplicates.
 */
export function ImportedPayments({ of: imported }: { of: ReturnType<typeof useImported> }) {
  const me = useMe()
  const client = useQueryClient()
  /**
   * One idempotency key for each displayed version of a payment and change, so that a retry after a failure reuses
   * the same key.
   */
  const keys = useRef(new Map<string, string>())
  /** Sends a change for each selected payment. Rows that `send` skips or the server rejects stay selected. */
  const change = async (
    { rows, retain }: Chosen<ImportedPayment>,
    done: string,
    send: (row: ImportedPayment, key: (intention: unknown) => string) => Promise<unknown> | null,
  ): Promise<void> => {
    const left: ImportedPayment[] = []
    for (const row of rows) {
      const sent = send(row, (intention) => {
        const seen = JSON.stringify({ id: row.id, version: row.version, intention })
        const key = keys.current.get(seen) ?? newKey()
        keys.current.set(seen, key)
        return key
      })
      if (!sent) left.push(row)
      await sent?.catch((thrown: Error) => {
        left.push(row)
        showError(thrown)
      })
    }
    const count = rows.length - left.length
    if (count > 0) toast.success(count === 1 ? `One payment ${done}` : `${count} payments ${done}`)
    retain(left)
    await refresh(client, [importedApi.list, ...ledger_queries])
  }
  const confirm = async (chosen: Chosen<ImportedPayment>): Promise<void> => {
    const toPost = chosen.rows.flatMap(({ amount, suggestion }) =>
      suggestion ? [{ amount, to: accountText(suggestion.account) }] : [],
    )
    if (!(await confirmUnusual(toPost))) return
    await change(chosen, 'posted', ({ id, version, amount, suggestion }, key) => {
      if (!suggestion) return null
      const parts = [{ account_id: suggestion.account.id, amount }]
      return call(importedApi.match, { id, version, parts }, { idempotency_key: key(parts) })
    })
    const unmatched = chosen.rows.filter(({ suggestion }) => suggestion === null).length
    if (unmatched > 0) toast.info(leftText(unmatched))
  }
  const ignoreDuplicates = (chosen: Chosen<ImportedPayment>): Promise<void> =>
    change(chosen, 'ignored', ({ id, version, state }, key) =>
      state === 'possible-duplicate'
        ? call(
            importedApi.ignore,
            { id, version, reason: imported_before },
            { idempotency_key: key(imported_before) },
          )
        : null,
    )
  const bulk: BulkAction<ImportedPayment>[] = mayCall(me, importedApi.match)
    ? [
        {
          label: 'Confirm suggestions',
          icon: IconCheck,
          onSelect: confirm,
          verdict: ({ rows, isAll }) => {
            if (isAll)
              return wrongState('Choose the payments page by page, so that you can check each suggestion.')
            const isAny = rows.some(({ suggestion }) => suggestion !== null)
            return isAny || wrongState('None of the chosen payments has a suggestion.')
          },
        },
        {
          label: 'Ignore duplicates',
          icon: IconCopyOff,
          onSelect: ignoreDuplicates,
          verdict: ({ rows, isAll }) => {
            if (isAll)
              return wrongState('Choose the payments page by page, so that you can check each duplicate.')
            const isAny = rows.some(({ state }) => state === 'possible-duplicate')
            return isAny || wrongState('None of the chosen payments was possibly imported before.')
          },
        },
      ]
    : []
  return (
    <DataTable
      {...imported}
      name="imported-payments"
      caption="Imported payments"
      idOf={({ id }) => id}
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
