import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { searchApi } from '@waybill/domain/search/api'
import { useCallback } from 'react'
import { call } from '../../kit/api/call.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { confirmAction, showError } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { useAccess } from '../access.ts'
import { mayVisit } from '../pages.ts'

const folders = {
  shipment: 'shipments',
  quote: 'shipment-quotes',
  account: 'accounts',
  invoice: 'invoices',
  'credit-note': 'credit-notes',
  'interhub-transfer': 'interhub-transfers',
  'collection-request': 'collection-requests',
  claim: 'claims',
} as const

/**
 * Returns the path of a found record. Payments and ledger transactions open in their lists; staff open invoices and
 * credit notes under `accounts/` (NAV-070).
 */
export function addressOfHit(
  type: keyof typeof folders | 'payment' | 'transaction',
  { id, reference }: { id: number; reference: string },
  viewerIsStaff: boolean,
): string {
  const query = `?q=${encodeURIComponent(reference)}`
  if (type === 'payment') return `/billing/payments${query}`
  if (type === 'transaction') return `/billing/transactions${query}`
  const isBilling = type === 'invoice' || type === 'credit-note'
  return `${viewerIsStaff && isBilling ? '/accounts' : ''}/${folders[type]}/${id}`
}

/**
 * Returns a function that looks up a typed or scanned reference and opens the record. It offers a new shipment when
 * nothing is found (NAV-067…NAV-074), and the list of all matches when there are several (NAV-075). It returns
 * whether a record was opened.
 */
export function useReferenceLookup(): (reference: string) => Promise<boolean> {
  const go = useGo()
  const access = useAccess()
  return useCallback(
    async (typed: string) => {
      const reference = typed.trim().toUpperCase()
      if (reference === '') return false
      try {
        const hit = await call(searchApi.navSearch, { search_query: reference })
        void go(addressOfHit(hit.type, hit.data, isStaff(access.me)))
        if (hit.count > 1 && mayVisit('/shipments', access))
          toast.info(`${hit.count} shipments have ${reference}. This is the newest.`, {
            action: {
              label: `See all ${hit.count} matches`,
              act: () => go(`/shipments?q=${encodeURIComponent(reference)}`),
            },
          })
        return true
      } catch (thrown) {
        if (thrown instanceof ApiError && thrown.status === 404)
          await offerNew(
            reference,
            go,
            mayVisit('/shipments/new', access) && hasPermission(access.me, 'API_/shipments:POST'),
          )
        else showError(thrown)
        return false
      }
    },
    [go, access],
  )
}

async function offerNew(reference: string, go: (to: string) => void, mayCreate: boolean): Promise<void> {
  const isWanted = await confirmAction({
    title: 'Reference could not be found',
    body: `You have no shipment with the reference ${reference}.`,
    confirm: mayCreate ? 'Yes, create a new shipment' : 'Close',
    cancel: 'Cancel',
  })
  if (isWanted && mayCreate) go(`/shipments/new?custom-ref=${encodeURIComponent(reference)}`)
}
