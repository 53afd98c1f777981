import type { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { start_calls } from '@waybill/domain/identity/sign-in/start-calls'
import type { Provider } from '@waybill/domain/identity/model'
import { useEffect, useState } from 'react'
import { callPlain } from '../../kit/api/call-plain.ts'
import { clearSession, onSessionChange, startImpersonating, storedToken } from '../../kit/api/session.ts'
import { Layers } from '../../kit/layers/Layers.tsx'
import { onLoggingOutHere } from '../../kit/session/logging-out.ts'
import { onSettingsSaved } from '../../kit/session/settings-saved.ts'
import { followDevice } from '../../kit/theme/apply-theme.ts'
import {
  AccountClosedPage,
  LoggedOutPage,
  MaintenancePage,
  ProviderErrorPage,
  ProviderNotFoundPage,
} from '../notices/full-pages.tsx'
import { hideLoadingScreen } from './loading-screen.ts'
import {
  greetsGuests,
  loadProvider,
  loginAddress,
  redirectOf,
  mayRegister,
  supportEmail,
  type ProviderOutcome,
} from './start-up.ts'

/** A part of the app that is loaded separately, once. */
interface Part<Content> {
  load: () => Promise<Content>
  loaded: Content | null
}

function partOf<Content>(fetched: () => Promise<Content>): Part<Content> {
  const part: Part<Content> = {
    load: () => fetched().then((content) => (part.loaded = content)),
    loaded: null,
  }
  return part
}

/**
 * Returns the content of a part once it is loaded. Does not use Suspense, because React delays the content behind a
 * fallback by about a third of a second each time.
 */
function usePart<Content>(part: Part<Content>): Content | null {
  const [content, setContent] = useState(part.loaded)
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    if (!content) part.load().then((loaded) => setContent(() => loaded), setFailure)
  }, [content, part])
  if (failure) throw failure
  return content
}

const page_list = partOf(() => import('../pages.ts'))
const program = partOf(async () => {
  const [{ default: App }, { pages }] = await Promise.all([import('../App.tsx'), page_list.load()])
  return { App, pages }
})
const sign_in = partOf(() => import('../../identity/sign-in/SignInPage.tsx'))

/** Whether guests might open the page of this address: only the list of pages knows. */
function mayBeOpen(): boolean {
  return !storedToken() && !/^\/(login|logout|maintenance|account-closed)?$/.test(window.location.pathname)
}

/** Checks whether the page of this address may be opened without signing in. The home page decides this itself. */
const isOpenHere = (): boolean => page_list.loaded?.isOpen(window.location.pathname) === true

/** Loads the part that is most likely needed next. */
async function loadAhead(): Promise<void> {
  if (mayBeOpen()) await page_list.load()
  await (storedToken() || isOpenHere() ? program : sign_in).load()
}
// In parallel with the request for the provider. Who needs the part reports that it cannot be loaded.
void loadAhead().catch(() => undefined)

/** Loads the provider, and what decides the first screen. */
async function loadStart(): Promise<ProviderOutcome> {
  const outcome = await loadProvider()
  if (mayBeOpen()) await page_list.load()
  return outcome
}

/**
 * Start-up: loads the provider, then shows either a screen that does not need the app (sign-in, maintenance, closed
 * account) or the app itself (SHELL-039). Sign-in loads neither router nor shell.
 */
export function Startup() {
  const [outcome, setOutcome] = useState<ProviderOutcome | null>(null)
  useEffect(() => {
    followDevice()
    void loadStart().then(setOutcome)
  }, [])
  useEffect(() => {
    const wearAgain = async (): Promise<void> => {
      const next = await loadProvider()
      if (next.kind === 'provider') setOutcome(next)
    }
    return onSettingsSaved(() => void wearAgain())
  }, [])
  const isProgram = outcome?.kind === 'provider' && startScreenOf(outcome.provider) === 'program'
  useEffect(() => {
    if (outcome && !isProgram) hideLoadingScreen()
  }, [outcome, isProgram])
  if (!outcome) return null
  if (outcome.kind === 'maintenance') return <MaintenancePage message={outcome.message} />
  if (outcome.kind === 'not-found') return <ProviderNotFoundPage />
  if (outcome.kind === 'error')
    return <ProviderErrorPage message={outcome.message} request_id={outcome.request_id} />
  return <StartScreenRouter provider={outcome.provider} />
}

type StartScreen = 'sign-in' | 'log-out' | 'logged-out' | 'maintenance' | 'account-closed' | 'program'

/** Returns the start screen for the URL and the stored token. Starts impersonation when the URL requests it. */
function startScreenOf(provider: Provider): StartScreen {
  const { pathname, search } = window.location
  const impersonated = new URLSearchParams(search).get('impersonate')
  if (impersonated && storedToken()) {
    startImpersonating(impersonated)
    // Impersonation is stored from here on. A reload after going back must not start it again.
    const rest = new URLSearchParams(search)
    rest.delete('impersonate')
    window.history.replaceState(null, '', pathname + (rest.size > 0 ? `?${rest.toString()}` : ''))
  }
  if (pathname === '/logout') return 'log-out'
  if (pathname === '/maintenance') return 'maintenance'
  if (pathname === '/account-closed') return 'account-closed'
  if (pathname === '/login') {
    if (new URLSearchParams(search).has('verification')) clearSession()
    if (!storedToken()) return 'sign-in'
    // Set the URL before the app loads, because the app immediately loads the page of the URL.
    window.history.replaceState(null, '', redirectOf(search))
    return 'program'
  }
  const isGreeted = pathname === '/' && greetsGuests(provider)
  if (storedToken() || isOpenHere() || isGreeted) return 'program'
  return 'sign-in'
}

function StartScreenRouter({ provider }: { provider: Provider }) {
  const [startScreen, setScreen] = useState(() => startScreenOf(provider))
  useEffect(() => {
    const { pathname, search } = window.location
    if (startScreen === 'sign-in' && pathname !== '/login')
      window.history.replaceState(null, '', loginAddress(pathname, search))
    if (startScreen === 'maintenance')
      window.location.replace(
        redirectOf(`?redirect=${encodeURIComponent(new URLSearchParams(search).get('r') ?? '/')}`),
      )
    if (startScreen === 'log-out') void logOut().then((isOver) => isOver || setScreen('logged-out'))
  }, [startScreen])
  useEffect(() => onLoggingOutHere(() => setScreen('log-out')), [])
  if (startScreen === 'account-closed') return <AccountClosedPage email={supportEmail(provider)} />
  if (startScreen === 'logged-out') return <LoggedOutPage />
  if (startScreen === 'maintenance' || startScreen === 'log-out') return null
  return startScreen === 'sign-in' ? (
    <SignIn provider={provider} onDone={() => setScreen('program')} />
  ) : (
    <ProgramOf provider={provider} />
  )
}

function SignIn({ provider, onDone }: { provider: Provider; onDone: () => void }) {
  const SignInPage = usePart(sign_in)?.SignInPage
  const hasGuests = provider.settings.staff_only_login !== true
  return (
    <div onInput={() => void program.load()}>
      {SignInPage && (
        <SignInPage
          provider={provider}
          links={{
            register: mayRegister(provider) ? '/register' : undefined,
            track: provider.enabled_features.includes('tracking') ? '/track' : undefined,
            quote: hasGuests ? '/shipments/new?quick_quote=quote' : undefined,
          }}
          onDone={() => {
            window.history.replaceState(null, '', redirectOf(window.location.search))
            onDone()
          }}
        />
      )}
      <Layers />
    </div>
  )
}

function ProgramOf({ provider }: { provider: Provider }) {
  const content = usePart(program)
  return content && <content.App provider={provider} pages={content.pages} />
}

/**
 * Ends the session on the server, deletes local data and leaves the page. Local data is deleted even when the call
 * fails (AUTH-026…AUTH-030). If the session has already ended, the root of the site opens (AUTH-021). Returns whether
 * the page was left; without a connection it stays.
 */
async function logOut(): Promise<boolean> {
  const { pathname, search } = window.location
  let next = '/login'
  const stop = onSessionChange((change) => {
    if (change === 'ended') next = loginAddress(pathname, search)
  })
  try {
    if (storedToken()) await callPlain<typeof signInApi.logout>(start_calls.logout, {}, { timeout_ms: 5000 })
  } catch {
    // The local token is deleted in any case, and the session on the server expires.
  }
  stop()
  clearSession()
  if (!navigator.onLine) return false
  window.location.replace(next)
  return true
}
