import { useEffect } from 'react'
import { useRedirect } from '../kit/url/use-redirect.ts'
import { EmptyState } from '../kit/ui/states/States.tsx'
import { Page } from '../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../kit/ui/page-layout/PageHeader.tsx'
import { homeOf, navigationFor } from './navigation/navigation.ts'
import { mayVisit } from './pages.ts'
import { useAccess } from './access.ts'

/** Redirects users to their own home page (NAV-001, NAV-002). */
export default function HomePage() {
  const access = useAccess()
  const home = homeOf(access, navigationFor(access, mayVisit))
  const mustSignIn = !home && access.me.kind === 'guest'
  useRedirect(home)
  useEffect(() => {
    if (mustSignIn) window.location.replace('/login')
  }, [mustSignIn])
  if (home || mustSignIn) return null
  return (
    <Page>
      <PageHeader title={`Welcome, ${access.me.name}`} />
      <EmptyState title="Your role has no pages yet.">
        Ask an administrator of your company to give your role access.
      </EmptyState>
    </Page>
  )
}
