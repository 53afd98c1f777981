import { hasPermission, isDriver } from '@waybill/domain/kit/actor'
import { page, type Access, type PageRoute } from '../kit/url/page.ts'

const maySee = ({ me, enabled_features }: Access): boolean =>
  isDriver(me) && enabled_features.includes('tripsheet')

const forDrivers: Omit<PageRoute, 'path' | 'load'> = { bare: true, may: maySee }

/**
 * Loads a page of a stop with the page to which the driver returns from it, so that this works without signal before
 * the browser has stored all files.
 */
async function withToday<Page>(page: Promise<Page>): Promise<Page> {
  await import('./pages/TodayPage.tsx')
  return page
}

/**
 * The driver's pages: today's stops, their order, messages, one stop, its steps, scanning, manifests, unsent actions, the vehicle check,
 * the end of the day, the cash to hand in, and the driver's settings.
 */
export const routes: readonly PageRoute[] = [
  page('/tripsheet', () => import('./pages/TodayPage.tsx'), forDrivers),
  page('/tripsheet/order', () => import('./pages/OrderPage.tsx'), forDrivers),
  page('/tripsheet/messages', () => withToday(import('./pages/MessagesPage.tsx')), forDrivers),
  page('/tripsheet/scan', () => import('./pages/ScanPage.tsx'), forDrivers),
  page('/tripsheet/manifest', () => import('./pages/ManifestScanPage.tsx'), forDrivers),
  page('/tripsheet/sync', () => import('./pages/SyncPage.tsx'), forDrivers),
  page('/tripsheet/me', () => import('./pages/MePage.tsx'), forDrivers),
  page('/tripsheet/vehicle-check', () => import('./pages/VehicleCheckPage.tsx'), forDrivers),
  page('/tripsheet/end-day', () => import('./pages/EndDayPage.tsx'), forDrivers),
  page('/tripsheet/cash', () => import('./pages/DriverCashPage.tsx'), forDrivers),
  page('/tripsheet/earnings', () => import('./pages/EarningsPage.tsx'), {
    ...forDrivers,
    may: (access) => maySee(access) && hasPermission(access.me, 'API_/drivers/earnings:GET'),
  }),
  page('/tripsheet/stops/$stop_id', () => withToday(import('./pages/StopPage.tsx')), forDrivers),
  page('/tripsheet/stops/$stop_id/$step', () => withToday(import('./pages/StepPage.tsx')), forDrivers),
]
