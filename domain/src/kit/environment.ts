/** Where an installation runs; the host name says it (SHELL-044). */
export const environments = ['dev', 'stage', 'prod'] as const
export type Environment = (typeof environments)[number]

/**
 * The plain host name a company is known by: lower case, without a port, a final dot, and the `www.` or `api.` in front
 * (API-007).
 */
export function hostOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/^(www|api)\./, '')
}

/** Which environment a host name means, with or without a port (SHELL-046). */
export function environmentOf(host: string): Environment {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const labels = name.split('.').slice(0, 2)
  if (name === 'localhost' || name.startsWith('127.') || name.endsWith('.local') || labels.includes('dev'))
    return 'dev'
  return labels.includes('stage') || labels.includes('staging') ? 'stage' : 'prod'
}

/**
 * What pages sign their crash reports with, so that errors of a test never hide among those of real work. These keys
 * name a stream of reports and open nothing (SHELL-085).
 */
export const error_reporting_keys: Readonly<Record<Environment, string>> = {
  dev: 'web-dev-5d1c',
  stage: 'web-stage-8f27',
  prod: 'web-prod-c3a9',
}

/** The environment whose key signs a report; undefined for any other key. */
export function reportedFrom(key: string): Environment | undefined {
  return environments.find((environment) => error_reporting_keys[environment] === key)
}

/**
 * The API's own address beside a web address: `api.` before the host of dev, stage and prod; on a machine of one's own,
 * which has no such name, the same host with the API's port (API-002,
 * docs/domain/public-api.md#addresses-and-versions).
 */
export function apiUrlOf(webUrl: string, localPort: number): string {
  const url = /^(https?:\/\/)([^/:]+)(:\d+)?/i.exec(webUrl)
  const [, scheme = 'http://', host = '127.0.0.1', port = ''] = url ?? []
  const isLocal = host === 'localhost' || /^\d+(\.\d+){3}$/.test(host) || host.endsWith('.local')
  return isLocal ? `${scheme}${host}:${localPort}` : `${scheme}api.${host}${port}`
}
