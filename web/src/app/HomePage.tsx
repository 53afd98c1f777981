import { useEffect } from 'react'
import { useGo } from '../kit/url/use-go.ts'
import { EmptyState } from '../kit/ui/States.tsx'
import { Page } from '../kit/ui/Layout.tsx'
import { PageHeader } from '../kit/ui/PageHeader.tsx'
import { homeOf, navigationFor } from './navigation.ts'
import { mayVisit } from './pages.ts'
import { useAccess } from './access.ts'

/** Leads everybody to the first page of their own (NAV-001, NAV-002). */
export default function HomePage() {
  const go = useGo()
  const access = useAccess()
  const home = homeOf(access, navigationFor(access, mayVisit))
  useEffect(() => {
    if (home) go(home, { replace: true })
    else if (access.me.kind === 'guest') window.location.replace('/login')
  }, [home, go, access.me.kind])
  if (home || access.me.kind === 'guest') return null
  return (
    <Page>
      <PageHeader title={`Welcome, ${access.me.name}`} />
      <EmptyState title="Your role has no pages yet.">
        Ask an administrator of your company to give your role access.
      </EmptyState>
    </Page>
  )
}
