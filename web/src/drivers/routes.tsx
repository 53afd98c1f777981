import { hasPermission, isDriver } from '@waybill/domain/kit/actor'
import { page, type Access, type PageRoute } from '../kit/url/page.ts'

const maySee = ({ me, enabled_features }: Access): boolean =>
  isDriver(me) && enabled_features.includes('tripsheet')

const forDrivers: Omit<PageRoute, 'path' | 'load'> = { bare: true, may: maySee }

/** Loads a page with the texts of the language of the phone, so that it never appears in another language first. */
async function withTexts<Page>(page: Promise<Page>): Promise<Page> {
  const { loadTexts } = await import('./texts/texts.ts')
  await loadTexts()
  return page
}

/** Declares a page of a driver. */
function driverPage(
  path: string,
  load: PageRoute['load'],
  more: Omit<PageRoute, 'path' | 'load'> = forDrivers,
): PageRoute {
  return page(path, () => withTexts(load()), more)
}

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
  driverPage('/tripsheet', () => import('./pages/TodayPage.tsx')),
  driverPage('/tripsheet/order', () => import('./pages/OrderPage.tsx')),
  driverPage('/tripsheet/messages', () => import('./pages/MessagesPage.tsx')),
  driverPage('/tripsheet/scan', () => import('./pages/ScanPage.tsx')),
  driverPage('/tripsheet/manifest', () => import('./pages/ManifestScanPage.tsx')),
  driverPage('/tripsheet/sync', () => import('./pages/SyncPage.tsx')),
  driverPage('/tripsheet/me', () => import('./pages/MePage.tsx')),
  driverPage('/tripsheet/vehicle-check', () => import('./pages/VehicleCheckPage.tsx')),
  driverPage('/tripsheet/end-day', () => import('./pages/EndDayPage.tsx')),
  driverPage('/tripsheet/cash', () => import('./pages/DriverCashPage.tsx')),
  driverPage('/tripsheet/earnings', () => import('./pages/EarningsPage.tsx'), {
    ...forDrivers,
    may: (access) => maySee(access) && hasPermission(access.me, 'API_/drivers/earnings:GET'),
  }),
  driverPage('/tripsheet/stops/$stop_id', () => withToday(import('./pages/StopPage.tsx'))),
  driverPage('/tripsheet/stops/$stop_id/$step', () => withToday(import('./pages/StepPage.tsx'))),
]
