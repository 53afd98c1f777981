import { useEffect, useState } from 'react'
import { brand_title, usePageTitle } from '../../kit/url/page-title.ts'
import { Button, buttonClass } from '../../kit/ui/buttons/Button.tsx'
import { FullPage } from '../../kit/ui/states/FullPage.tsx'

function brand(): { src: string; name: string } | undefined {
  const name = brand_title.read()
  return name ? { src: '', name } : undefined
}

/** Maintenance page. Reloads after 5 to 6 minutes (SHELL-050, SHELL-053). `message` is the operator’s explanation. */
export function MaintenancePage({ message }: { message: string }) {
  usePageTitle('Maintenance')
  const [retryAt] = useState(() => new Date(Date.now() + 5 * 60_000 + Math.random() * 60_000))
  useEffect(() => {
    const { pathname, search } = window.location
    if (pathname !== '/maintenance')
      window.history.replaceState(null, '', `/maintenance?r=${encodeURIComponent(pathname + search)}`)
    const timer = setTimeout(() => window.location.reload(), retryAt.getTime() - Date.now())
    return () => clearTimeout(timer)
  }, [retryAt])
  const clock = `${String(retryAt.getHours()).padStart(2, '0')}:${String(retryAt.getMinutes()).padStart(2, '0')}`
  return (
    <FullPage
      logo={brand()}
      title="We're doing maintenance..."
      action={<Button onClick={() => window.location.reload()}>Try now</Button>}
      note={`This page tries again by itself at ${clock}.`}
    >
      Please check back in a few minutes.
      {message && !message.includes('check back in a few minutes') && (
        <>
          <br />
          {message}
        </>
      )}
    </FullPage>
  )
}

/** Page for an address that belongs to no courier company (SHELL-041, SHELL-055). */
export function ProviderNotFoundPage() {
  useEffect(() => {
    document.title = 'Page not found'
  }, [])
  return <FullPage title="Not found">No courier company uses this address. Check it and try again.</FullPage>
}

/** Page for other errors while loading the provider (SHELL-043, SHELL-056). */
export function ProviderErrorPage({ message, request_id }: { message: string; request_id: string }) {
  useEffect(() => {
    document.title = 'Error'
  }, [])
  return (
    <FullPage
      title="Error"
      action={
        <Button variant="primary" onClick={() => window.location.reload()}>
          Refresh
        </Button>
      }
      note={request_id && `Request ${request_id}`}
    >
      {message} Please refresh your page and try again.
    </FullPage>
  )
}

/** Page for a closed account (SHELL-057…SHELL-059). */
export function AccountClosedPage({ email }: { email: string }) {
  usePageTitle('Account closed')
  return (
    <FullPage
      logo={brand()}
      title="Account closed"
      action={
        <a href="/logout" className={buttonClass({ variant: 'primary' })}>
          Log out
        </a>
      }
    >
      {`Your account has been closed. Please contact support at ${email} to reopen it.`}
    </FullPage>
  )
}

/** Page after logging out while offline, because no other page can be loaded. */
export function LoggedOutPage() {
  usePageTitle('Logged out')
  return (
    <FullPage
      logo={brand()}
      title="You are logged out."
      action={
        <a href="/login" className={buttonClass({ variant: 'primary' })}>
          Log in
        </a>
      }
    >
      You are offline. You can log in again once you have a connection.
    </FullPage>
  )
}

/** Page for an unknown page or record, or one that customers and guests may not see (SHELL-054). */
export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <FullPage
      inPage
      title="Oops!"
      action={
        <a href="/" className={buttonClass({ variant: 'primary' })}>
          Go home
        </a>
      }
      note="Error code: 404"
    >
      We can't seem to find the page you're looking for.
    </FullPage>
  )
}

/** Page for staff whose role may not open an existing page. It names who can change that. */
export function NoRightPage({ role, company }: { role: string; company: string }) {
  usePageTitle('No access')
  return (
    <FullPage
      inPage
      title="You do not have access to this page."
      action={
        <a href="/" className={buttonClass({ variant: 'primary' })}>
          Go home
        </a>
      }
    >
      {`Your role, ${role}, does not include it. Ask an administrator of ${company || 'your company'}: they can change your role under Users.`}
    </FullPage>
  )
}

/** The only page for customers of a pickup-locker company (SHELL-010, SHELL-011). */
export function LockerAppPage({
  app_store_url,
  play_store_url,
}: {
  app_store_url: string
  play_store_url: string
}) {
  usePageTitle('Welcome')
  return (
    <FullPage
      logo={brand()}
      title="Hi there! Ready to send some parcels?"
      action={
        <>
          {app_store_url && (
            <a href={app_store_url} className={buttonClass({})}>
              App Store
            </a>
          )}
          {play_store_url && (
            <a href={play_store_url} className={buttonClass({})}>
              Google Play
            </a>
          )}
        </>
      }
      note={<a href="/logout">Log out</a>}
    >
      Please use our mobile app to send and collect parcels.
    </FullPage>
  )
}
