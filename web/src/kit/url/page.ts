import type { Actor } from '@waybill/domain/kit/actor'
import type { FunctionComponent } from 'react'

/** The data that decides whether a user may see a page or a navigation item. */
export interface Access {
  me: Actor
  enabled_features: readonly string[]
  settings: Readonly<Record<string, unknown>>
  /** Prepaid, postpaid or guest; `null` without an account. */
  account_type: string | null
}

/** A route of the app. Keep `routes.tsx` small: the page itself is loaded on the first visit. */
export interface PageRoute {
  /** `/shipments`, `/shipments/$id`. */
  path: string
  load: () => Promise<{ default: FunctionComponent }>
  /** Displayed without sidebar: driver pages, kiosk, `/idm`. */
  bare?: boolean
  /**
   * The sidebar starts collapsed to 64 px: scanner, ops dashboard, rates grid, maps
   * (docs/domain/interface.md#navigation).
   */
  rail?: boolean
  /** Can be visited without signing in. */
  open?: boolean
  /**
   * Decides who may see the page. Staff without the permission see a message that says so; other users see the 404
   * page.
   */
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
