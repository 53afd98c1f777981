import { Outlet, useRouterState } from '@tanstack/react-router'
import { isStaff } from '@waybill/domain/kit/actor'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useScan } from '../kit/scan/use-scan.ts'
import { useStore } from '../kit/layers/store.ts'
import { ErrorBoundary } from '../kit/ui/states/ErrorBoundary.tsx'
import { usePhone } from '../kit/ui/page-layout/use-phone.ts'
import { MayVisitProvider } from '../kit/url/may-visit.ts'
import type { Access, PageRoute } from '../kit/url/page.ts'
import { useAccess, useProvider } from './access.ts'
import { Banners } from './notices/Banners.tsx'
import { is_unread_stale } from './navigation/navigation-counts.ts'
import { LockerAppPage, NoRightPage, NotFoundPage } from './notices/full-pages.tsx'
import { maySearch } from './navigation/navigation.ts'
import { mayVisit } from './pages.ts'
import { rememberRecord } from './navigation/recent-records.ts'
import { useShortcuts } from './shortcuts/shortcuts.ts'
import { Sidebar } from './navigation/Sidebar.tsx'
import shared from './shell.module.css'
import styles from './frame.module.css'
import { useReferenceLookup } from './navigation/use-reference-lookup.ts'

/** Parts that not all users need, loaded on demand. */
const TopBar = lazy(() => import('./navigation/TopBar.tsx'))
const ShortcutSheet = lazy(() => import('./shortcuts/ShortcutSheet.tsx'))
const CommandPalette = lazy(() => import('./palette/CommandPalette.tsx'))
const nothing = { default: (): ReactNode => null }
// Optional parts: if they cannot be loaded, the page works without them.
const TrackingWidget = lazy<() => ReactNode>(() => import('./TrackingWidget.tsx').catch(() => nothing))
const InboxCount = lazy<() => ReactNode>(() => import('./navigation/InboxCount.tsx').catch(() => nothing))

function withEveryRight(access: Access): Access {
  return { ...access, me: { ...access.me, permissions: ['*'] } }
}

/** The layout around every page: skip link, navigation and banners. It also handles scans and shortcuts on every page. */
export function Frame() {
  const access = useAccess()
  const provider = useProvider()
  const isPhone = usePhone()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const route = useRouterState({
    select: (state) => (state.matches.at(-1)?.staticData as { page?: PageRoute } | undefined)?.page,
  })
  const shown = useRouterState({ select: (state) => state.matches.at(-1)?.pathname ?? '' })
  // The previous page stays visible while the next one loads.
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const { isCollapsed, toggle } = useCollapsed(route?.rail === true)
  const lookUp = useReferenceLookup()
  const main = useRef<HTMLElement>(null)
  const visits = useCallback((path: string) => mayVisit(path, access), [access])
  const shortcuts = useShortcuts({ toggleNavigation: toggle })
  const isStale = useStore(is_unread_stale)
  const hasTracking = !isStaff(access.me) && access.enabled_features.includes('tracking')
  const isCounting = visits('/inbox') && (isStale || pathname.startsWith('/inbox'))
  useScan((code) => void lookUp(code), maySearch(access))
  // Runs before the effects of the page, which may scroll to a part of it.
  useLayoutEffect(() => {
    main.current?.scrollTo({ top: 0 })
    // Tabs keep the focus, so that the arrow keys go on from one page to the next.
    const focusedTab = main.current?.querySelector('[role=tab]:focus, [role=radio]:focus')
    if (!focusedTab) main.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname])
  useEffect(() => () => rememberRecord(pathname, document.title), [pathname])

  const setting = (key: string): string => String(access.settings[key] ?? '')
  if (provider.is_pickup_locker_provider && !isStaff(access.me))
    return (
      <LockerAppPage app_store_url={setting('app_store_url')} play_store_url={setting('play_store_url')} />
    )

  const mayOpen = route === undefined || (route.may?.(access) ?? true)
  // Pages that no permission can open for this company, such as pages of a missing feature or of the platform, are
  // shown as not found.
  const isOfCompany = route?.path.startsWith('/shiplogic-admin') === false
  const lacksRight =
    !mayOpen && isOfCompany && isStaff(access.me) && route.may?.(withEveryRight(access)) === true
  const page = (
    <MayVisitProvider value={visits}>
      <ErrorBoundary name={shown} notFound={<NotFoundPage />}>
        {mayOpen ? (
          <Outlet />
        ) : lacksRight ? (
          <NoRightPage role={access.me.role_name} company={setting('provider_title')} />
        ) : (
          <NotFoundPage />
        )}
      </ErrorBoundary>
    </MayVisitProvider>
  )
  if (route?.bare)
    return (
      <main id="content" className={styles.bare} aria-busy={isLoading}>
        {page}
      </main>
    )
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </a>
      {isPhone ? (
        <Suspense fallback={<div className={shared.topbar} />}>
          <TopBar end={hasTracking && <TrackingWidget />} />
        </Suspense>
      ) : (
        <Sidebar isCollapsed={isCollapsed} onToggle={toggle} />
      )}
      <div className={styles.column}>
        <Banners />
        <main ref={main} id="content" tabIndex={-1} className={styles.main} aria-busy={isLoading}>
          {page}
        </main>
      </div>
      <Suspense fallback={null}>
        {shortcuts.isPaletteOpen && access.me.kind === 'user' && (
          <CommandPalette onClose={shortcuts.closePalette} toggleNavigation={toggle} />
        )}
        {shortcuts.isSheetOpen && <ShortcutSheet onClose={shortcuts.closeSheet} />}
        {isCounting && <InboxCount />}
        {!isPhone && hasTracking && <TrackingWidget />}
      </Suspense>
    </div>
  )
}

/**
 * Returns whether the sidebar is collapsed to the 64 px rail, stored across reloads (SHELL-014). Work screens start
 * collapsed and store their own state.
 */
function useCollapsed(startsAsRail: boolean): { isCollapsed: boolean; toggle: () => void } {
  const [, renderAgain] = useState(0)
  const key = startsAsRail ? 'nav_collapsed_work' : 'nav_collapsed'
  const stored = localStorage.getItem(key)
  const isCollapsed = stored === null ? startsAsRail : stored === '1'
  return {
    isCollapsed,
    toggle: () => {
      localStorage.setItem(key, isCollapsed ? '0' : '1')
      renderAgain((count) => count + 1)
    },
  }
}
