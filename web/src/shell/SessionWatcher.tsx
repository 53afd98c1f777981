import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { SignInForm } from '../identity/index.ts'
import { clearSession, onSessionChange } from '../kit/api/session.ts'
import { hasUnsaved } from '../kit/form/drafts/unsaved.ts'
import { useStore } from '../kit/layers/store.ts'
import { waitingInQueues } from '../kit/queue/waiting.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Loading } from '../kit/ui/states/States.tsx'
import { general_data } from './start-up/general-data.ts'
import { storeSupportEmail, loginAddress } from './start-up/start-up.ts'

/**
 * Handles session changes that any API call reports: the session has ended (AUTH-019, AUTH-020), another user has
 * signed in in this browser, maintenance is active (SHELL-049, SHELL-052) or the account is closed (SHELL-057). When
 * there is unsaved input or unsent data, the user signs in again in a dialog over the page, so that nothing is lost.
 */
export function SessionWatcher({ client }: { client: QueryClient }) {
  const [ended, setEnded] = useState<'ended' | 'other-user' | null>(null)
  const data = useStore(general_data)
  useEffect(() => {
    // Several calls report the change at the same time; a second navigation would abort the first.
    let isLeaving = false
    const leave = (address: string): void => {
      if (!isLeaving) window.location.assign(address)
      isLeaving = true
    }
    // The browser may restore this page when the user goes back.
    const onVisible = (): void => {
      isLeaving = false
    }
    window.addEventListener('pageshow', onVisible)
    const stop = onSessionChange((change) => {
      const { pathname, search } = window.location
      if (change === 'maintenance') leave(`/maintenance?r=${encodeURIComponent(pathname + search)}`)
      else if (change === 'account-closed') {
        storeSupportEmail(general_data.read()?.account?.support_email ?? '')
        leave('/account-closed')
      } else if (general_data.read() && (hasUnsaved() || waitingInQueues() > 0)) setEnded(change)
      // The stored session is that of the other user, who goes on with pages of their own.
      else if (change === 'other-user') leave('/')
      else {
        clearSession()
        leave(loginAddress(pathname, search))
      }
    })
    return () => {
      window.removeEventListener('pageshow', onVisible)
      stop()
    }
  }, [])
  if (ended === null) return null
  const email = data?.user.email || data?.user.username || ''
  return (
    <Modal title="Log in to continue" width="narrow" closable={false} onClose={() => setEnded(null)}>
      <p style={{ marginBottom: 16 }}>
        {ended === 'ended' ? 'Your session has ended.' : 'Another user has signed in in this browser.'} What
        you typed is still here.
      </p>
      <Suspense fallback={<Loading lines={3} />}>
        <SignInForm
          email={email}
          onDone={(signedIn) => {
            if (signedIn.toLowerCase() !== email.toLowerCase()) {
              window.location.assign('/')
              return
            }
            setEnded(null)
            void client.invalidateQueries()
          }}
        />
      </Suspense>
    </Modal>
  )
}
