import type { Language } from './languages.ts'
import type { Leg } from './model.ts'

/** What can happen to a stop between two messages. */
export const stop_changes = ['added', 'changed', 'cancelled', 'removed'] as const
export type StopChange = (typeof stop_changes)[number]

/** The texts of push messages in one language. They appear on a locked screen. */
export interface PushTexts {
  /** The title of a message about one stop. */
  one: Readonly<Record<StopChange, string>>
  /** The title of a message about several stops. */
  many: Readonly<Record<StopChange, (stops: number) => string>>
  /** The title of a message about several kinds of changes. */
  mixed: string
  more: (stops: number) => string
  leg: Readonly<Record<Leg, string>>
  place: (place: string) => string
  until: (time: string) => string
  office: { title: string; body: string }
}

/** Push messages for drivers, by the language of the driver (decision 0151). */
export const push_texts: Readonly<Record<Language, PushTexts>> = {
  en: {
    one: {
      added: 'New stop',
      changed: 'Stop changed',
      cancelled: 'Stop cancelled',
      removed: 'Stop removed from your list',
    },
    many: {
      added: (stops) => `${stops} new stops`,
      changed: (stops) => `${stops} stops changed`,
      cancelled: (stops) => `${stops} stops cancelled`,
      removed: (stops) => `${stops} stops removed from your list`,
    },
    mixed: 'Your stops have changed',
    more: (stops) => `and ${stops} more`,
    leg: { collection: 'Collection', delivery: 'Delivery' },
    place: (place) => `in ${place}`,
    until: (time) => `by ${time}`,
    office: { title: 'Message from the office', body: 'Open the app to read it.' },
  },
  af: {
    one: {
      added: 'Nuwe stop',
      changed: 'Stop het verander',
      cancelled: 'Stop gekanselleer',
      removed: 'Stop van jou lys verwyder',
    },
    many: {
      added: (stops) => `${stops} nuwe stoppe`,
      changed: (stops) => `${stops} stoppe het verander`,
      cancelled: (stops) => `${stops} stoppe gekanselleer`,
      removed: (stops) => `${stops} stoppe van jou lys verwyder`,
    },
    mixed: 'Jou stoppe het verander',
    more: (stops) => `en nog ${stops}`,
    leg: { collection: 'Afhaling', delivery: 'Aflewering' },
    place: (place) => `in ${place}`,
    until: (time) => `teen ${time}`,
    office: { title: 'Boodskap van die kantoor', body: 'Maak die toep oop om dit te lees.' },
  },
  zu: {
    one: {
      added: 'Isitobhi esisha',
      changed: 'Isitobhi sishintshile',
      cancelled: 'Isitobhi sikhanseliwe',
      removed: 'Isitobhi sisusiwe ohlwini lwakho',
    },
    many: {
      added: (stops) => `Izitobhi ezintsha ezingu-${stops}`,
      changed: (stops) => `Izitobhi ezingu-${stops} zishintshile`,
      cancelled: (stops) => `Izitobhi ezingu-${stops} zikhanseliwe`,
      removed: (stops) => `Izitobhi ezingu-${stops} zisusiwe ohlwini lwakho`,
    },
    mixed: 'Izitobhi zakho zishintshile',
    more: (stops) => `nezinye ezingu-${stops}`,
    leg: { collection: 'Ukulanda', delivery: 'Ukuletha' },
    place: (place) => `e-${place}`,
    until: (time) => `ngaphambi kuka-${time}`,
    office: { title: 'Umyalezo ovela ehhovisi', body: 'Vula uhlelo lokusebenza ukuze uwufunde.' },
  },
}
