import { hidden_secret } from '@waybill/domain/integrations/providers'

/** Names of fields that contain secrets in requests and responses. */
const secret_names =
  'password|passwd|md5pass|secret|token|token_id|access_token|auth_key|api_key|apikey|authorization|salt|signing_secret|proof_of_delivery_pin'

const in_json = new RegExp(`("(?:${secret_names})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi')
const in_xml = new RegExp(`(<(?:\\w+:)?(${secret_names})(?:\\s[^>]*)?>)[^<]*(</)`, 'gi')
const in_query = new RegExp(`([?&](?:${secret_names})=)[^&#\\s]*`, 'gi')

/** Maximum length of a stored request or response text, in characters. */
const max_logged = 20_000

/**
 * Returns the text for storage and display, with `***` for the values of secret fields and for all given secrets of
 * at least 4 characters.
 */
export function masked(text: string, secrets: readonly string[] = []): string {
  const named = text
    .slice(0, max_logged)
    .replaceAll(in_json, `$1"${hidden_secret}"`)
    .replaceAll(in_xml, `$1${hidden_secret}$3`)
    .replaceAll(in_query, `$1${hidden_secret}`)
    .replaceAll('\0', '')
  return secrets
    .filter((one) => one.length >= 4)
    .reduce((result, one) => result.replaceAll(one, hidden_secret), named)
}
