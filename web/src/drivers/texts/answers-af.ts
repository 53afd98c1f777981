import type { AnswerCode } from '@waybill/domain/kit/answers/answer-texts'

/** The Afrikaans sentences of the server and of rules, by code; their placeholders are those of `answer_texts`. */
export const answers_af: Readonly<Record<AnswerCode, string>> = {
  // Who may do what.
  only_drivers: 'Net drywers mag dit doen.',
  only_staff: 'Net drywers en ons kantoor mag dit doen.',
  only_office: 'Net die kantoor mag dit doen.',
  may_not_reject: 'Drywers mag nie besendings afwys nie. Bel asseblief die kantoor.',
  may_not_cancel_parcels: 'Drywers mag nie pakkies kanselleer nie. Bel asseblief die kantoor.',
  may_not_add_parcels: 'Drywers mag nie pakkies byvoeg nie. Bel asseblief die kantoor.',
  may_not_add_shipments: 'Drywers mag nie besendings byvoeg nie. Bel asseblief die kantoor.',
  may_not_scan_manifests:
    'Drywers kan by hierdie maatskappy nie manifeste skandeer nie. Bel asseblief die kantoor.',
  may_not_arrive_manifests:
    'Drywers kan by hierdie maatskappy nie by die depot inskandeer nie. Bel asseblief die kantoor.',

  // What cannot be found.
  no_shipment: 'Hierdie besending kon nie gevind word nie.',
  no_driver: 'Hierdie drywer kon nie gevind word nie.',
  no_statement: 'Hierdie staat kon nie gevind word nie.',
  no_collection_request: 'Hierdie afhaalversoek kon nie gevind word nie.',
  not_a_parcel_of: '{parcel} is nie ’n pakkie van {reference} nie.',
  which_shipment: 'Vul die besending of ’n pakkie in.',
  which_stop: 'Kies die stop: ’n besending wat daar afgehaal word, of die afhaalversoek.',
  shipment_or_request: 'Stuur óf ’n besending óf ’n afhaalversoek.',

  // Stops that changed in the meantime.
  collection_reassigned: 'Hierdie afhaling is aan ’n ander drywer toegewys.',
  delivery_reassigned: 'Hierdie aflewering is aan ’n ander drywer toegewys.',
  collection_reassigned_kept:
    'Hierdie afhaling is aan ’n ander drywer toegewys. Jou bewys is vir die kantoor gestoor.',
  shipment_reassigned_kept:
    'Hierdie besending is aan ’n ander drywer toegewys. Jou bewys is vir die kantoor gestoor.',
  already_recorded: '{name}: reeds aangeteken.',
  not_possible_now: '{name}: {status}. Hierdie aksie is nie nou moontlik nie.',
  last_parcel: 'Ten minste een pakkie moet oorbly. Vra die kantoor om die besending te kanselleer.',
  not_a_return: 'Hierdie besending is nie op pad terug na die afsender nie.',
  not_for_a_point: 'Hierdie besending is nie aan ’n afhaalpunt geadresseer nie.',
  nothing_to_add_to: '{name}: {status}. Niks kan daarby gevoeg word nie.',
  add_only_at_collection: '{name}: {status}. Pakkies kan net tydens die afhaling bygevoeg word.',
  add_only_at_address: 'Jy kan ’n besending net byvoeg by ’n stop waar ander by ’n adres afgehaal word.',
  not_about_a_shipment: 'Hierdie aksie gaan nie oor ’n besending nie.',
  add_on_its_own: 'Voeg ’n nuwe besending apart by, nie as ’n verandering aan ’n ander besending nie.',
  photos_on_their_own: 'Foto’s word apart bygevoeg, nie as ’n verandering aan ’n besending nie.',
  manifest_by_barcode: '’n Manifes word aan sy strepieskode herken.',
  not_for_requests: 'Hierdie aksie kan nie met ’n afhaalversoek gedoen word nie. Kies ’n besending.',

  // What an action needs.
  choose_reason: 'Kies ’n rede.',
  reason_not_allowed: '“{reason}” word nie as rede toegelaat nie. Kies een uit die lys.',
  call_first: 'Bel die kliënt voordat jy ’n mislukte poging aanteken.',
  collection_needs_photo: '’n Afhaling het ’n foto nodig.',
  collection_needs_signature: '’n Afhaling het ’n handtekening nodig.',
  parcel_needed: 'Vul ’n pakkie met sy grootte en gewig in.',
  address_needed: 'Vul die afleweringsadres in.',
  parcels_out_of_range: 'Gee 1 tot {max} pakkies.',
  count_parcels: 'Vul in hoeveel pakkies jy afgehaal het, of skandeer hulle.',
  scanned_not_collected:
    'Nie met hierdie versoek afgehaal nie: {parcels}. Vra die kantoor wat jy daarmee moet doen.',
  scan_parcel: 'Elke pakkie moet geskandeer word. Skandeer {parcel} en probeer dan weer.',
  scan_parcels: 'Elke pakkie moet geskandeer word. Skandeer {parcel} en nog {others}, en probeer dan weer.',

  // Proof of delivery.
  photo_of_document: 'Neem ’n foto van die getekende dokument.',
  without_pin_name: 'Sonder ’n PIN is die naam van die ontvanger nodig.',
  without_pin_mobile_number: 'Sonder ’n PIN is ’n selfoonnommer nodig.',
  without_pin_department: 'Sonder ’n PIN is die afdeling nodig.',
  without_pin_description: 'Sonder ’n PIN is ’n beskrywing nodig.',
  without_pin_photos: 'Sonder ’n PIN is ’n foto nodig.',
  without_pin_signature: 'Sonder ’n PIN is ’n handtekening nodig.',
  pin_wrong: 'Hierdie PIN is verkeerd.',
  pin_locked: 'Te veel verkeerde PIN’s.',
  one_try_left: 'Nog 1 poging oor.',
  tries_left: 'Nog {tries} pogings oor.',
  pin_later: 'Probeer oor {minutes} minute weer.',
  pin_later_or_proof: 'Probeer oor {minutes} minute weer, of gebruik die ander bewys.',

  // The day.
  odometer_needed: 'Vul die kilometerstand in voordat jy begin.',
  check_vehicle_first: 'Gaan jou voertuig na voordat jy die roete begin.',
  on_break_already: 'Jy is reeds op pouse.',
  not_on_break: 'Jy is nie op pouse nie.',
  start_day_first: 'Begin eers jou dag.',
  end_break_first: 'Beëindig eers jou pouse.',
  check_items: 'Gaan ook dit na: {items}.',
  describe_fault: 'Beskryf wat nie in orde is nie.',

  // The ready gate.
  vehicle_not_ready: 'Jou voertuig is nie gereed nie.',
  route_not_started: 'Jou roete het nie om {time} begin nie.',
  ask_office_to_release: 'Vra die kantoor om die roete vry te stel.',
  may_release_one: '{name} mag die roete vrystel.',
  may_release: '{names} of {last} mag die roete vrystel.',
  may_release_more: '{names} of nog {others} mag die roete vrystel.',
  gate_expected_one: '1 pakkie word nog verwag.',
  gate_expected: '{parcels} pakkies word nog verwag.',
  gate_on_floor_one: '1 pakkie is op die vloer en nie gelaai nie.',
  gate_on_floor: '{parcels} pakkies is op die vloer en nie gelaai nie.',
  gate_missing_one: '1 pakkie is vermis.',
  gate_missing: '{parcels} pakkies is vermis.',
  gate_over_one: '1 pakkie is hier of gelaai, maar nie beplan nie.',
  gate_over: '{parcels} pakkies is hier of gelaai, maar nie beplan nie.',
  gate_damaged_one: '1 pakkie is beskadig.',
  gate_damaged: '{parcels} pakkies is beskadig.',
  gate_overweight: 'Die pakkies weeg {kg} kg; die voertuig dra {max} kg.',
  gate_overfull: 'Die pakkies het {m3} m³ nodig; die voertuig hou {max} m³.',
  gate_licence: 'Die drywer se lisensie is nie op hierdie dag geldig nie.',
  gate_vehicle: 'Die voertuig is nie vandag nagegaan nie, of dit is nie in orde nie.',

  // The order of stops.
  office_orders: 'Die kantoor besluit oor die volgorde van jou stoppe.',
  day_over: '{day} is verby. Verander die volgorde van vandag of ’n later dag.',
  order_changed:
    'Die kantoor het die volgorde van jou stoppe verander. Kyk weer daarna en herhaal dan jou verandering.',
  stops_gone: 'Geeneen van hierdie stoppe is meer op jou lys nie.',
  first_stops_locked:
    'Die kantoor het die eerste stoppe van jou dag gesluit. Verander die volgorde van die ander.',

  // Manifests.
  manifest_departed: '{manifest} het reeds vertrek.',
  manifest_loading: '{manifest} word nog gelaai. Vra die depot om dit af te sluit, en skandeer dit dan weer.',
  manifest_not_departed: '{manifest} het nog nie vertrek nie. Aanvaar dit eers.',
  not_a_manifest: 'Dit is nie die strepieskode van ’n manifes nie. Skandeer die een op die eerste bladsy.',
  scanned_no_manifest:
    '{scanned} is nie die strepieskode van ’n manifes nie. Skandeer die een op die eerste bladsy.',
  no_manifest: 'Daar is geen manifes {manifest} nie.',
  manifest_of_other: '{manifest} is aan {driver} toegewys. Vra die depot.',

  // Money.
  money_needed:
    '{amount} moet betaal word voordat dit oorhandig word. Teken die geld aan, of meld dat dit nie afgelewer kon word nie.',
  money_amount: 'Vul die geld in wat jy ontvang het: {amount}.',
  money_coins: 'Kontant kom in veelvoude van 10 sent. Tel dit weer.',
  money_slip: 'Vul die verwysing op die strokie in.',
  money_difference: 'Vul in hoekom dit nie {amount} is nie.',
  money_taken: 'Die geld vir hierdie besending is reeds geneem. Gee dit aan die ontvanger terug.',
  receipt_not_yours: '{receipt} is nie een van jou nommers nie.',
  receipt_used:
    '{receipt} is vir ander geld gebruik. Teken die aflewering weer aan, met die volgende nommer.',
  receipt_void: '{receipt} is ongeldig. Teken die aflewering weer aan, met die volgende nommer.',
  only_own_cash: 'Jy mag net jou eie kontant tel.',
  no_till: 'Geen kasregister is oop nie. Maak dit eers oop.',
  counted_already: 'Hierdie kontant is reeds getel. Iemand anders moet eers die telling bevestig.',
  expected_changed: 'Die verwagte bedrag het van {before} na {now} verander. Tel weer.',
  no_cash: 'Daar is geen kontant om in te gee nie.',
  period_too_long: 'Kies hoogstens {days} dae.',

  // Pickup points.
  point_gone: 'Hierdie plek bestaan nie meer nie. Vra die kantoor.',
  door_needed: 'Vul die deur in waarin jy die pakkie gesit het.',
  no_door: '{point} het nie ’n deur {door} nie.',
  door_taken: 'Daar is reeds ’n ander pakkie in deur {door}, of dit is vir een bespreek.',
  place_already: 'Dit is reeds gedoen.',
  place_changed: 'Dit is nie nou moontlik nie: die pakkie se plek by die afhaalpunt het verander.',

  // Calls, messages and notifications.
  calls_off: 'Jou maatskappy verbind nie oproepe van drywers nie.',
  stop_not_listed: 'Hierdie stop is nie op jou lys nie.',
  own_number_missing: 'Jou profiel het geen telefoonnommer om te lui nie. Vra die kantoor om dit by te voeg.',
  contact_number_missing: 'Hierdie kontak het geen telefoonnommer nie.',
  no_calling_number:
    'Jou maatskappy het nog geen nommer vir oproepe nie. Stuur eerder ’n boodskap aan die kantoor.',
  called_too_often:
    'Jy het hierdie kontak vandag {calls} keer gebel. Stuur eerder ’n boodskap aan die kantoor.',
  call_failed: 'Die oproep kon nie verbind word nie. Stuur eerder ’n boodskap aan die kantoor.',
  message_length: 'Skryf ’n boodskap van hoogstens {max} karakters.',
  sign_in_on_phone: 'Meld aan op die foon wat die kennisgewings moet kry.',
  too_many_tries: 'Te veel pogings. Probeer asseblief oor {seconds} sekondes weer.',

  // Photos.
  add_files_count: 'Voeg 1 tot {max} lêers op ’n slag by. Jy het {sent} gestuur.',
  may_not_add_files: 'Jy mag nie lêers by ’n besending voeg nie.',
  file_used: '’n Lêer word reeds elders gebruik. Kies die lêers weer.',
  shipment_files_full:
    '’n Besending het hoogstens {max} lêers. Dit het {present}. Verwyder wat nie nodig is nie.',
  upload_unknown: 'Hierdie oplaai is nie meer bekend nie. Stuur dit weer.',
  not_uploaded: '{file} is nie opgelaai nie. Kies die lêer weer.',
  added_twice: '{file} is twee keer bygevoeg. Voeg elke lêer een keer by.',
}
