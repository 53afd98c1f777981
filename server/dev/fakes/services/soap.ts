import { XMLBuilder, XMLParser } from 'fast-xml-parser'

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true })
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: () => true,
})

/** The content of an element as the fake service sends it. */
export type Answered = string | { readonly [name: string]: Answered | readonly Answered[] }

/** A received element: its text, or its child elements by name. */
export type Xml = string | { readonly [name: string]: readonly Xml[] }

/** Returns the envelope with the response to a method. */
export function answerEnvelope(namespace: string, method: string, result: Answered): string {
  const body = { [`ns1:${method}Response`]: { return: result } }
  return builder.build({
    'SOAP-ENV:Envelope': {
      '@xmlns:SOAP-ENV': 'http://schemas.xmlsoap.org/soap/envelope/',
      '@xmlns:ns1': namespace,
      'SOAP-ENV:Body': body,
    },
  })
}

/** Returns the name and the content of the element in the body of an envelope; an empty name when there is none. */
export function readEnvelope(text: string): { name: string; content: Xml } {
  const body = child(child(parser.parse(text) as Xml, 'Envelope'), 'Body')
  const [name = '', found = []] = typeof body === 'string' ? [] : (Object.entries(body)[0] ?? [])
  return { name, content: found[0] ?? '' }
}

/** Returns the child elements with a name. */
export function children(xml: Xml, name: string): readonly Xml[] {
  return typeof xml === 'string' ? [] : (xml[name] ?? [])
}

/** Returns the first child element with a name; `''` when there is none. */
export function child(xml: Xml, name: string): Xml {
  return children(xml, name)[0] ?? ''
}

/** Returns the text of a child element; `''` when it has none. */
export function textIn(xml: Xml, name: string): string {
  const found = child(xml, name)
  return typeof found === 'string' ? found : ''
}
