import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { TermsModal, TwoFactorGate } from '../identity/index.ts'
import { isHeldForSecondFactor } from '../identity/second-factor/second-factor.ts'
import { secondFactorRequirementOf } from '@waybill/domain/identity/sign-in/two-factor'
import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import type { Provider } from '@waybill/domain/identity/model'
import { mustAcceptTerms } from '@waybill/domain/identity/registration/terms'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { call } from '../kit/api/call.ts'
import { sentenceOf } from '../kit/api/error-text.ts'
import { ApiError } from '../kit/api/api-error.ts'
import { impersonatedUsername, storedToken } from '../kit/api/session.ts'
import { Layers } from '../kit/layers/Layers.tsx'
import { useStore } from '../kit/layers/store.ts'
import { loadPreferences } from '../kit/preferences/preferences.ts'
import { startScanListener } from '../kit/scan/use-scan.ts'
import { onSettingsSaved } from '../kit/session/settings-saved.ts'
import { guest, AppSessionProvider, type AppSession } from '../kit/session/me.ts'
import type { PageRoute } from '../kit/url/page.ts'
import { ProviderOfPage } from './access.ts'
import { ProviderErrorPage } from './notices/full-pages.tsx'
import { actorOf, general_data, loadGeneralData, type GeneralData } from './start-up/general-data.ts'
import { warnOutdated } from './start-up/outdated-browser.ts'
import { createAppRouter } from './router.tsx'
import { SessionWatcher } from './SessionWatcher.tsx'
import { StepUpPrompt } from './StepUpPrompt.tsx'
import { hideLoadingScreen } from './start-up/loading-screen.ts'
import { useTimers } from './live/use-timers.ts'

/** Time for which a query result is used without refetching, in ms. */
const fresh_ms = 15_000

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: fresh_ms,
      retry: (tries, thrown) =>
        tries < 2 && thrown instanceof ApiError && (thrown.status === 0 || thrown.status >= 502),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

/**
 * Loads a part after the page is rendered, and starts it. If it cannot be loaded, the app still works, but updates
 * appear later. Returns a function that stops it.
 */
function later<Part>(load: () => Promise<Part>, start: (part: Part) => () => void): () => void {
  let isOver = false
  let stop = () => undefined as void
  load().then(
    (part) => {
      if (!isOver) stop = start(part)
    },
    () => undefined,
  )
  return () => {
    isOver = true
    stop()
  }
}

const listenLive = () =>
  later(
    () => import('./live/live.ts'),
    ({ startLive }) => startLive(client),
  )
const followOwnAccount = () =>
  later(
    () => import('./live/follow-account.ts'),
    ({ followAccount }) => followAccount(client),
  )

/** Checks whether the user must set up a second factor before anything else (AUTH-042). */
function needsTwoFactor({ user, provider_settings }: GeneralData): boolean {
  // Read by key, because importing the declaration of the setting would increase the bundle size.
  const ensure = secondFactorRequirementOf(provider_settings.require_2fa_for_staff)
  return isHeldForSecondFactor(ensure, user) && impersonatedUsername() === null
}

/**
 * Checks whether a customer has not yet accepted the current version of the terms. The modal provides their text
 * (AUTH-054).
 */
function mayOweTerms({ user }: GeneralData, { settings }: Provider): boolean {
  const isImpersonated = impersonatedUsername() !== null
  return mustAcceptTerms(settings.terms_and_conditions_version, { ...user, is_impersonated: isImpersonated })
}

function accepted(data: GeneralData, version: string): void {
  const user = { ...data.user, terms_and_conditions_accepted_version: version }
  general_data.write({ ...data, user })
}

/**
 * Returns whether the page of the URL is loaded. It loads in parallel with general data. Rendering earlier would put
 * the page behind Suspense, which React shows up to 300 ms late. A page that fails to load shows its own error.
 */
function useLoaded(router: AnyRouter): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const show = () => setLoaded(true)
    router.load().then(show, show)
  }, [router])
  return isLoaded
}

/**
 * The app: loads general data, then renders the router with its providers. Loaded only when a page of the app opens,
 * not for sign-in.
 */
export default function App({ provider, pages }: { provider: Provider; pages: readonly PageRoute[] }) {
  const data = useStore(general_data)
  const [failure, setFailure] = useState<Error | null>(null)
  const isGuest = storedToken() === null
  const isHeld = data !== null && needsTwoFactor(data)
  const router = useMemo(() => createAppRouter(pages), [pages])
  const isReady = useLoaded(router) && (data !== null || isGuest)
  useTimers(isReady && !isGuest && !isHeld)

  useEffect(() => {
    if (isGuest) {
      void warnOutdated()
      return
    }
    loadGeneralData().then(
      (loaded) => {
        loadPreferences(loaded.user_settings, (setting, value) => {
          void call(signInApi.saveUserSetting, { setting, value }).catch(() => undefined)
        })
        void warnOutdated()
      },
      (thrown: Error) => {
        if (!(thrown instanceof ApiError && [401, 418, 423].includes(thrown.status))) setFailure(thrown)
      },
    )
  }, [isGuest])
  useEffect(() => onSettingsSaved(() => void loadGeneralData(general_data.read())), [])
  // Customers have no scanners, and fast typing by customers is not a barcode.
  const hasScanner = data !== null && data.user.account_id === undefined
  useEffect(() => (hasScanner ? startScanListener() : undefined), [hasScanner])
  const hasAccount = Boolean(data?.account)
  useEffect(() => (isReady && hasAccount ? followOwnAccount() : undefined), [isReady, hasAccount])
  useEffect(() => (isReady && !isGuest && !isHeld ? listenLive() : undefined), [isReady, isGuest, isHeld])
  useEffect(() => {
    if (isReady || failure) hideLoadingScreen()
  }, [isReady, failure])

  useEffect(() => {
    // Customers and guests get larger text. Staff get denser text to see more at once.
    document.documentElement.dataset.reading = data && data.user.account_id === undefined ? 'dense' : 'large'
  }, [data])

  const surroundings = useMemo<AppSession | null>(() => {
    const { settings, enabled_features, allowances } = provider
    if (data)
      return {
        me: actorOf(data),
        settings: { ...settings, ...data.provider_settings, ...data.account_settings },
        enabled_features: data.enabled_features,
        allowances: data.has_third_party_accounts ? [...allowances, 'third-party-accounts'] : allowances,
      }
    return isGuest ? { ...guest, settings, enabled_features, allowances } : null
  }, [data, provider, isGuest])
  if (failure)
    return (
      <ProviderErrorPage
        message={sentenceOf(failure) ?? ''}
        request_id={failure instanceof ApiError ? failure.request_id : ''}
      />
    )
  const page = isReady && (
    <ProviderOfPage value={provider}>
      {isHeld ? (
        <Suspense fallback={null}>
          <TwoFactorGate onDone={() => loadGeneralData()} />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
      {data && !isHeld && mayOweTerms(data, provider) && (
        <Suspense fallback={null}>
          <TermsModal onDone={(version) => accepted(data, version)} />
        </Suspense>
      )}
    </ProviderOfPage>
  )
  return (
    <QueryClientProvider client={client}>
      {surroundings ? <AppSessionProvider value={surroundings}>{page}</AppSessionProvider> : page}
      <SessionWatcher client={client} />
      <StepUpPrompt />
      <Layers />
    </QueryClientProvider>
  )
}
