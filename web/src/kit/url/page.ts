import type { Actor } from '@waybill/domain/kit/actor'
import type { ComponentType } from 'react'

/** What decides whether somebody sees a page or a navigation item. */
export interface Access {
  me: Actor
  enabled_features: readonly string[]
  settings: Readonly<Record<string, unknown>>
  /** Prepaid, postpaid or guest; `null` without an account. */
  account_type: string | null
}

/** One address of the product. Keep `routes.tsx` light: the page itself is loaded when it is first visited. */
export interface PageRoute {
  /** `/shipments`, `/shipments/$id`. */
  path: string
  load: () => Promise<{ default: ComponentType }>
  /** Without sidebar: driver pages, kiosk, `/idm`. */
  bare?: boolean
  /**
   * The sidebar starts as the 64 px rail: scanner, ops dashboard, rates grid, maps
   * (docs/domain/interface.md#navigation).
   */
  rail?: boolean
  /** May be visited without signing in. */
  open?: boolean
  /** Who may see it; staff who lack the right are told so, others get the 404 page. */
  may?: (access: Access) => boolean
}

/** Declares a page: `page('/shipments', () => import('./ShipmentsPage.tsx'))`. */
export function page(
  path: string,
  load: PageRoute['load'],
  more: Omit<PageRoute, 'path' | 'load'> = {},
): PageRoute {
  return { path, load, ...more }
}
