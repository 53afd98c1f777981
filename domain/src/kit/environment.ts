/** The environments of an installation, determined by the host name (SHELL-044). */
export const environments = ['dev', 'stage', 'prod'] as const
export type Environment = (typeof environments)[number]

/**
 * Returns the plain host name that identifies a company: lower case, without a port, a final dot, or a leading `www.`
 * or `api.` (API-007).
 */
export function hostOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/^(www|api)\./, '')
}

/** Returns the environment of a host name, with or without a port (SHELL-046). */
export function environmentOf(host: string): Environment {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const labels = name.split('.').slice(0, 2)
  if (name === 'localhost' || name.startsWith('127.') || name.endsWith('.local') || labels.includes('dev'))
    return 'dev'
  return labels.includes('stage') || labels.includes('staging') ? 'stage' : 'prod'
}

/**
 * Keys that pages send with crash reports, so that errors from test environments are separate from production errors.
 * They only name a stream of reports and give no access (SHELL-085).
 */
export const error_reporting_keys: Readonly<Record<Environment, string>> = {
  dev: 'web-dev-5d1c',
  stage: 'web-stage-8f27',
  prod: 'web-prod-c3a9',
}

/** Returns the environment of an error reporting key; undefined for any other key. */
export function reportedFrom(key: string): Environment | undefined {
  return environments.find((environment) => error_reporting_keys[environment] === key)
}

/**
 * Returns the API address that belongs to a web address: `api.` before the host for dev, stage and prod. A local
 * machine has no such host name, so there it is the same host with the API’s port (API-002,
 * docs/domain/public-api.md#addresses-and-versions).
 */
export function apiUrlOf(webUrl: string, localPort: number): string {
  const url = /^(https?:\/\/)([^/:]+)(:\d+)?/i.exec(webUrl)
  const [, scheme = 'http://', host = '127.0.0.1', port = ''] = url ?? []
  const isLocal = host === 'localhost' || /^\d+(\.\d+){3}$/.test(host) || host.endsWith('.local')
  return isLocal ? `${scheme}${host}:${localPort}` : `${scheme}api.${host}${port}`
}
