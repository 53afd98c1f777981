import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { ServiceUnavailableError } from './adapter.ts'

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true })
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: true,
})

/** Content of an XML element: text, child elements by name, or several elements of one name. */
export type Xml = string | { readonly [name: string]: Xml | readonly Xml[] }

/** Builds an envelope that calls a method of a service. */
export function envelope(namespace: string, method: string, parameters: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${builder.build({
    'soap:Envelope': {
      '@xmlns:soap': 'http://schemas.xmlsoap.org/soap/envelope/',
      '@xmlns:svc': namespace,
      'soap:Body': { [`svc:${method}`]: parameters },
    },
  })}`
}

/** Reads an envelope. Returns the name of the element in its body, without prefix, and the content of that element. */
export function readEnvelope(text: string): { name: string; content: Xml } {
  let tree: unknown
  try {
    tree = parser.parse(text)
  } catch {
    throw new ServiceUnavailableError('The answer could not be read.')
  }
  const body = child(child(tree as Xml, 'Envelope'), 'Body')
  const [name, content] = typeof body === 'object' ? (Object.entries(body)[0] ?? []) : []
  if (!name) throw new ServiceUnavailableError('The answer contains no SOAP envelope.')
  return { name, content: Array.isArray(content) ? '' : ((content as Xml | undefined) ?? '') }
}

/** Returns the child element with a name: the first of several, `''` when there is none. */
export function child(xml: Xml | undefined, name: string): Xml {
  return children(xml, name)[0] ?? ''
}

/** Returns all child elements with a name. */
export function children(xml: Xml | undefined, name: string): readonly Xml[] {
  const found = typeof xml === 'object' ? xml[name] : undefined
  if (found === undefined) return []
  return Array.isArray(found) ? (found as readonly Xml[]) : [found as Xml]
}

/** Returns the text of a child element; `''` when it has none. */
export function textIn(xml: Xml | undefined, name: string): string {
  const found = child(xml, name)
  return typeof found === 'string' ? found : ''
}
