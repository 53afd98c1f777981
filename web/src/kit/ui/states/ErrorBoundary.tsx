import { Component, type ReactNode } from 'react'
import { friendlyCrash, isHarmless } from '../../crash/crash-text.ts'
import { reportCrash } from '../../crash/report-crash.ts'
import { PageNotFound } from '../../url/page-not-found.ts'
import { Button } from '../buttons/Button.tsx'
import { FullPage } from './FullPage.tsx'

/**
 * Replaces a crashed page with an error message; the rest of the app continues to work (SHELL-060). A new `name`
 * resets it for the next page; `notFound` is displayed when the page reports that its record does not exist.
 */
export class ErrorBoundary extends Component<
  { children: ReactNode; name: string; notFound?: ReactNode },
  { crash: Error | null; name: string; hasIgnored: boolean }
> {
  override state = { crash: null as Error | null, name: this.props.name, hasIgnored: false }

  static getDerivedStateFromError(crash: Error): { crash: Error } {
    return { crash }
  }

  static getDerivedStateFromProps(props: { name: string }, state: { name: string }) {
    return props.name === state.name ? null : { crash: null, name: props.name, hasIgnored: false }
  }

  override componentDidCatch(crash: Error): void {
    if (crash instanceof PageNotFound) return
    if (!isHarmless(crash.message)) reportCrash(crash)
    // After a harmless error the page is rendered once more; an error that occurs again is displayed.
    else if (!this.state.hasIgnored) this.setState({ crash: null, hasIgnored: true })
  }

  override render(): ReactNode {
    if (!this.state.crash) return this.props.children
    if (this.state.crash instanceof PageNotFound && this.props.notFound) return this.props.notFound
    return (
      <FullPage
        inPage
        title="An error has occurred"
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Refresh
          </Button>
        }
      >
        {friendlyCrash(this.state.crash.message)}
      </FullPage>
    )
  }
}
