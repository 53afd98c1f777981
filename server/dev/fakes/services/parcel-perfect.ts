import { createHash } from 'node:crypto'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { answerEnvelope, child, children, readEnvelope, textIn, type Answered, type Xml } from './soap.ts'
import type { Memory, ReceivedCall } from './call.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

/** The only customer of the fake Parcel Perfect service. */
export const parcel_perfect_customer = { email: 'ops@courier.example', password: 'stand-in-password' }
const namespace = 'urn:ecomService'
const salt = 'c0ffee5a17'
const token = createHash('md5').update(`token ${salt}`).digest('hex')

/** Implements the Parcel Perfect e-commerce service; returns `null` for other requests. */
export function answerPerfect(call: ReceivedCall, memory: Memory): RawAnswer | null {
  if (!call.path.startsWith('/parcel-perfect')) return null
  const { name, content } = readEnvelope(call.body)
  const requested = /#(\w+)"?$/.exec(call.headers.soapaction ?? '')?.[1]
  const { code, message, results } =
    requested === name
      ? act(name, content, memory)
      : rejected('9000', `The SOAPAction ${requested ?? ''} does not go with ${name}`)
  return {
    status: 200,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: answerEnvelope(namespace, name, { errorcode: code, errormessage: message, results }),
  }
}

interface Acted {
  code: string
  message: string
  results: Answered
}

const rejected = (code: string, message: string): Acted => ({ code, message, results: '' })
const done = (results: Answered): Acted => ({ code: '0', message: '', results })

function act(method: string, sent: Xml, memory: Memory): Acted {
  if (method === 'getSalt')
    return textIn(sent, 'email') === parcel_perfect_customer.email
      ? done({ salt })
      : rejected('1101', 'This email address is not known')
  if (method === 'getToken') {
    const expected = createHash('md5').update(`${parcel_perfect_customer.password}${salt}`).digest('hex')
    return textIn(sent, 'password') === expected
      ? done({ token_id: token })
      : rejected('1102', 'The password is not right')
  }
  if (textIn(sent, 'token_id') !== token) return rejected('1103', 'The token is not valid')
  switch (method) {
    case 'requestQuote':
      return quote(sent, memory)
    case 'updateService':
      return memory.given.has(`quote ${textIn(sent, 'quoteno')}`)
        ? done({ quoteno: textIn(sent, 'quoteno') })
        : rejected('2204', 'This quote is not known')
    case 'quoteToCollection':
    case 'submitWaybill':
      return waybill(method, sent, memory)
    case 'getSingleWaybill':
      return tracking(textIn(sent, 'waybillno'), memory)
    default:
      return rejected('9001', `There is no method ${method}`)
  }
}

function quote(sent: Xml, memory: Memory): Acted {
  const details = child(sent, 'details')
  const items = children(child(sent, 'contents'), 'item')
  if (items.length === 0) return rejected('2201', 'The contents are empty')
  if (!/^\d{4}$/.test(textIn(details, 'destperpcode')))
    return rejected('2202', 'The postal code of the destination is not valid')
  const kg = items.reduce((sum, item) => sum + Number(textIn(item, 'actmass')), 0)
  const quoteno = `PPQ${memory.next()}`
  memory.given.set(`quote ${quoteno}`, textIn(details, 'reference'))
  const rate = (service: string, name: string, perKg: number) => ({
    service,
    name,
    total: (60 + kg * perKg).toFixed(2),
  })
  return done({ quoteno, rates: { item: [rate('ONX', 'Overnight', 9), rate('ECO', 'Economy', 5)] } })
}

/** Returns the waybill of a quote. The same quote always gets the same waybill. */
function waybill(method: string, sent: Xml, memory: Memory): Acted {
  const quoteno = textIn(sent, 'quoteno')
  if (!memory.given.has(`quote ${quoteno}`)) return rejected('2204', 'This quote is not known')
  const known = memory.given.get(`waybill of ${quoteno}`)
  const waybillno = known ?? `PPW${memory.next()}`
  memory.given.set(`waybill of ${quoteno}`, waybillno)
  return done(method === 'submitWaybill' ? { waybillno } : { waybillno, collectno: `C${waybillno.slice(3)}` })
}

function tracking(waybillno: string, memory: Memory): Acted {
  const events = memory.events.filter(({ reference }) => reference === waybillno)
  return done({
    waybillno,
    tracking: {
      item: events.map(({ code, message, place, at }) => {
        const local = new Date(at.getTime() + 2 * hour_ms).toISOString()
        return {
          date: local.slice(0, 10),
          time: local.slice(11, 19),
          description: code,
          remark: message,
          place,
        }
      }),
    },
  })
}
