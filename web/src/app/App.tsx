import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { identityApi } from '@waybill/domain/identity/api'
import type { Provider } from '@waybill/domain/identity/model'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../kit/api/call.ts'
import { sentenceOf } from '../kit/api/error-text.ts'
import { Refusal } from '../kit/api/refusal.ts'
import { storedToken } from '../kit/api/session.ts'
import { Layers } from '../kit/layers/Layers.tsx'
import { useStore } from '../kit/layers/store.ts'
import { keepPreferences } from '../kit/preferences/preferences.ts'
import { startScanListener } from '../kit/scan/use-scan.ts'
import { SurroundingsProvider, type Surroundings } from '../kit/session/me.ts'
import type { PageRoute } from '../kit/url/page.ts'
import { ProviderOfPage } from './access.ts'
import { ProviderErrorPage } from './full-pages.tsx'
import { followAccount } from './follow-account.ts'
import { actorOf, general_data, loadGeneralData } from './general-data.ts'
import { tellOutdated } from './outdated-browser.ts'
import { createAppRouter } from './router.tsx'
import { SessionKeeper } from './SessionKeeper.tsx'
import { hideLoadingScreen } from './loading-screen.ts'
import { useTimers } from './use-timers.ts'

/** Milliseconds for which something just read is shown again without asking. */
const fresh_ms = 15_000

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: fresh_ms,
      retry: (tries, thrown) =>
        tries < 2 && thrown instanceof Refusal && (thrown.status === 0 || thrown.status >= 502),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

/** Loads the live channel once the page stands; without it everything works, only later. */
function listenLive(): () => void {
  let is_over = false
  let stop = () => undefined as void
  import('./live.ts').then(
    ({ startLive }) => {
      if (!is_over) stop = startLive(client)
    },
    () => undefined,
  )
  return () => {
    is_over = true
    stop()
  }
}

/** The program: general data, then the router in its surroundings. Loaded once somebody is in. */
export default function App({ provider, pages }: { provider: Provider; pages: readonly PageRoute[] }) {
  const data = useStore(general_data)
  const [failure, setFailure] = useState<Error | null>(null)
  const isGuest = storedToken() === null
  const isReady = data !== null || isGuest
  const router = useMemo(() => createAppRouter(pages), [pages])
  useTimers(isReady && !isGuest)

  useEffect(() => {
    if (isGuest) {
      void tellOutdated()
      return
    }
    loadGeneralData().then(
      (loaded) => {
        keepPreferences(loaded.user_settings, (setting, value) => {
          void call(identityApi.saveUserSetting, { setting, value }).catch(() => undefined)
        })
        void tellOutdated()
      },
      (thrown: Error) => {
        if (!(thrown instanceof Refusal && [401, 418, 423].includes(thrown.status))) setFailure(thrown)
      },
    )
  }, [isGuest])
  useEffect(() => startScanListener(), [])
  useEffect(() => followAccount(client), [])
  useEffect(() => (isReady && !isGuest ? listenLive() : undefined), [isReady, isGuest])
  useEffect(() => {
    if (isReady || failure) hideLoadingScreen()
  }, [isReady, failure])

  useEffect(() => {
    // Customers and guests read larger letters than staff, who see more at once.
    document.documentElement.dataset.reading = data && data.user.account_id === undefined ? 'dense' : 'large'
  }, [data])

  const surroundings = useMemo<Surroundings | null>(
    () =>
      data && {
        me: actorOf(data),
        settings: { ...provider.settings, ...data.provider_settings, ...data.account_settings },
        enabled_features: provider.enabled_features,
      },
    [data, provider],
  )
  if (failure)
    return (
      <ProviderErrorPage
        message={sentenceOf(failure) ?? ''}
        request_id={failure instanceof Refusal ? failure.request_id : ''}
      />
    )
  const page = isReady && (
    <ProviderOfPage value={provider}>
      <RouterProvider router={router} />
    </ProviderOfPage>
  )
  return (
    <QueryClientProvider client={client}>
      {surroundings ? <SurroundingsProvider value={surroundings}>{page}</SurroundingsProvider> : page}
      <SessionKeeper client={client} />
      <Layers />
    </QueryClientProvider>
  )
}
