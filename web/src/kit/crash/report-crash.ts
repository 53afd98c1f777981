import { app_version } from '@waybill/domain/kit/app'
import { environmentOf, error_reporting_keys } from '@waybill/domain/kit/environment'

/** Maximum number of reports per page load, so that a crash loop does not flood the server. */
const max_reports = 5
let reported = 0

/** Reports a crash of the page to the server, without waiting; never throws (SHELL-085). */
export function reportCrash(crash: Error): void {
  if (reported >= max_reports) return
  reported += 1
  const body = JSON.stringify({
    key: error_reporting_keys[environmentOf(window.location.hostname)],
    message: crash.message.slice(0, 500),
    stack: (crash.stack ?? '').slice(0, 4000),
    path: window.location.pathname,
    client_version: app_version,
  })
  void fetch('/api/ui/crash-reports', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'client-version': app_version },
    body,
    keepalive: true,
  }).catch(() => undefined)
}
