import { receiverPath } from '@waybill/domain/shipments/self-service'
import { describe, expect, it } from 'vitest'
import { pages } from './pages.ts'
import { tools } from './tools/tool-list.ts'

/** Checks whether the web app has a page for a path; `$name` in a page path matches one segment. */
const hasPage = (address: string): boolean => {
  const parts = address.split('/')
  return pages.some(({ path }) => {
    const own = path.split('/')
    return own.length === parts.length && own.every((part, at) => part.startsWith('$') || part === parts[at])
  })
}

const uuid = '8d3b7c1e-52b4-4b0e-9a77-0c7f9f1f2a10'

describe('[NAV-012] pages without a separate requirement', () => {
  it.each([
    '/dashboard',
    '/ops-dashboard',
    '/collection-requests/12',
    '/interhub-transfers/12',
    '/maps/branches/3',
    '/billing/transactions',
    '/billing/debtors',
    '/payments',
    '/accounts/7/allocations',
    '/accounts/7',
    '/users/9',
    '/rates-and-estimates/service-levels/4',
    '/reports/on-time-delivery',
    '/inbox/5',
    '/help-centre/prices',
    '/claims/6',
    '/weight-discrepancies/6',
    `/pay/${uuid}`,
  ])('%s is a page of the web app', (address) => {
    expect(hasPage(address)).toBe(true)
  })

  it('has a page for every tool', () => {
    expect(tools.map(({ to }) => to)).toEqual([
      '/tools/pod-uploader',
      '/tools/assign-tracking-stickers',
      '/tools/shipment-bulk-import',
      '/tools/users-bulk-import',
      '/tools/credit-allocations-bulk-import',
      '/tools/barcode-generator',
      '/tools/blocked-list',
      '/tools/copy-address-book',
      '/tools/third-party-integrations',
      '/tools/damages',
      '/tools/unidentified-parcels',
      '/tools/bulk-update',
      '/tools/move-in',
      '/tools/failed-jobs',
    ])
    for (const { to } of tools) expect(hasPage(to)).toBe(true)
  })

  it('leaves receiver links to the server, because they must work without JavaScript', () => {
    expect(receiverPath.test(`/reschedule/${uuid}`)).toBe(true)
    expect(receiverPath.test(`/rate/${uuid}`)).toBe(true)
    expect(hasPage(`/reschedule/${uuid}`)).toBe(false)
  })
})

describe('browser page checks', () => {
  /** Pages that need no separate check, with the reason. */
  const leftOut: Readonly<Record<string, string>> = {
    '/': 'leads everybody to their own first page',
    '/shipments/import/$id': 'the page of a bulk import, as staff see it',
    '/tools/assign-tracking-stickers/$id': 'the page of a bulk import',
    '/tools/bulk-update/$id': 'the page of a bulk import',
  }

  it('covers every page', async () => {
    const { default: walk } = await import('../../../tests/e2e/page-checks.ts?raw')
    const missing = pages
      .map(({ path }) => path)
      .filter((path) => !(path in leftOut) && !walk.includes(`at('${path}'`))
    expect(missing).toEqual([])
  })
})
