import type { AnswerCode } from '@waybill/domain/kit/answers/answer-texts'

/** The isiZulu sentences of the server and of rules, by code; their placeholders are those of `answer_texts`. */
export const answers_zu: Readonly<Record<AnswerCode, string>> = {
  // Who may do what.
  only_drivers: 'Abashayeli kuphela abangakwenza lokhu.',
  only_staff: 'Abashayeli nehhovisi lethu kuphela abangakwenza lokhu.',
  only_office: 'Ihhovisi kuphela elingakwenza lokhu.',
  may_not_reject: 'Abashayeli abavunyelwe ukwenqaba izimpahla. Sicela ufonele ihhovisi.',
  may_not_cancel_parcels: 'Abashayeli abavunyelwe ukukhansela amaphasela. Sicela ufonele ihhovisi.',
  may_not_add_parcels: 'Abashayeli abavunyelwe ukwengeza amaphasela. Sicela ufonele ihhovisi.',
  may_not_add_shipments: 'Abashayeli abavunyelwe ukwengeza izimpahla. Sicela ufonele ihhovisi.',
  may_not_scan_manifests: 'Abashayeli abakwazi ukuskena amamanifesti kule nkampani. Sicela ufonele ihhovisi.',
  may_not_arrive_manifests: 'Abashayeli abakwazi ukuskena edepho kule nkampani. Sicela ufonele ihhovisi.',

  // What cannot be found.
  no_shipment: 'Le mpahla ayitholakalanga.',
  no_driver: 'Lo mshayeli akatholakalanga.',
  no_statement: 'Lesi sitatimende asitholakalanga.',
  no_collection_request: 'Lesi sicelo sokulanda asitholakalanga.',
  not_a_parcel_of: '{parcel} akulona iphasela lempahla {reference}.',
  which_shipment: 'Faka impahla noma iphasela.',
  which_stop: 'Khetha isitobhi: impahla elandwa lapho, noma isicelo sokulanda.',
  shipment_or_request: 'Thumela impahla noma isicelo sokulanda, hhayi kokubili.',

  // Stops that changed in the meantime.
  collection_reassigned: 'Lokhu kulanda kunikezwe omunye umshayeli.',
  delivery_reassigned: 'Lokhu kuletha kunikezwe omunye umshayeli.',
  collection_reassigned_kept:
    'Lokhu kulanda kunikezwe omunye umshayeli. Ubufakazi bakho bugcinelwe ihhovisi.',
  shipment_reassigned_kept: 'Le mpahla inikezwe omunye umshayeli. Ubufakazi bakho bugcinelwe ihhovisi.',
  already_recorded: '{name}: sekurekhodiwe kakade.',
  not_possible_now: '{name}: {status}. Lokhu akunakwenzeka manje.',
  last_parcel: 'Kumele kusale okungenani iphasela elilodwa. Cela ihhovisi likhansele impahla.',
  not_a_return: 'Le mpahla ayisendleleni ebuyela kumthumeli.',
  not_for_a_point: 'Le mpahla ayiyi endaweni yokulanda amaphasela.',
  nothing_to_add_to: '{name}: {status}. Akukho okungengezwa kuso.',
  add_only_at_collection: '{name}: {status}. Amaphasela angengezwa kuphela ngesikhathi sokulanda.',
  add_only_at_address: 'Ungengeza impahla kuphela esitobhini lapho ezinye zilandwa khona ekhelini.',
  not_about_a_shipment: 'Lokhu akuphathelene nempahla.',
  add_on_its_own: 'Engeza impahla entsha iyodwa, hhayi njengoshintsho kwenye impahla.',
  photos_on_their_own: 'Izithombe zengezwa zodwa, hhayi njengoshintsho kwenye impahla.',
  manifest_by_barcode: 'Imanifesti yaziwa ngebhakhodi yayo.',
  not_for_requests: 'Lokhu akunakwenziwa ngesicelo sokulanda. Khetha impahla.',

  // What an action needs.
  choose_reason: 'Khetha isizathu.',
  reason_not_allowed: '“{reason}” akusona isizathu esivunyelwe. Khetha esisohlwini.',
  call_first: 'Shayela ikhasimende ucingo ngaphambi kokurekhoda umzamo ohlulekile.',
  collection_needs_photo: 'Ukulanda kudinga isithombe.',
  collection_needs_signature: 'Ukulanda kudinga isiginesha.',
  parcel_needed: 'Faka iphasela nobukhulu nesisindo salo.',
  address_needed: 'Faka ikheli lokuletha.',
  parcels_out_of_range: 'Faka amaphasela aphakathi kuka-1 no-{max}.',
  count_parcels: 'Faka ukuthi ulande amaphasela amangaki, noma uwaskene.',
  scanned_not_collected: 'Akulandwanga nalesi sicelo: {parcels}. Buza ihhovisi ukuthi wenzeni ngakho.',
  scan_parcel: 'Wonke amaphasela kumele askenwe. Skena {parcel}, bese uzama futhi.',
  scan_parcels: 'Wonke amaphasela kumele askenwe. Skena {parcel} namanye angu-{others}, bese uzama futhi.',

  // Proof of delivery.
  photo_of_document: 'Thatha isithombe sombhalo osayiniwe.',
  without_pin_name: 'Ngaphandle kwe-PIN kudingeka igama lomamukeli.',
  without_pin_mobile_number: 'Ngaphandle kwe-PIN kudingeka inombolo yeselula.',
  without_pin_department: 'Ngaphandle kwe-PIN kudingeka umnyango wenkampani.',
  without_pin_description: 'Ngaphandle kwe-PIN kudingeka incazelo.',
  without_pin_photos: 'Ngaphandle kwe-PIN kudingeka isithombe.',
  without_pin_signature: 'Ngaphandle kwe-PIN kudingeka isiginesha.',
  pin_wrong: 'Le PIN ayilungile.',
  pin_locked: 'Ama-PIN angalungile maningi kakhulu.',
  one_try_left: 'Kusele umzamo ongu-1.',
  tries_left: 'Kusele imizamo engu-{tries}.',
  pin_later: 'Zama futhi ngemuva kwemizuzu engu-{minutes}.',
  pin_later_or_proof: 'Zama futhi ngemuva kwemizuzu engu-{minutes}, noma usebenzise obunye ubufakazi.',

  // The day.
  odometer_needed: 'Faka i-odometer ngaphambi kokuqala.',
  check_vehicle_first: 'Hlola imoto yakho ngaphambi kokuqala umzila.',
  on_break_already: 'Usuvele usekhefini.',
  not_on_break: 'Awukho ekhefini.',
  start_day_first: 'Qala ngokuqala usuku lwakho.',
  end_break_first: 'Qeda ikhefu lakho kuqala.',
  check_items: 'Hlola nalokhu: {items}.',
  describe_fault: 'Chaza okungalungile.',

  // The ready gate.
  vehicle_not_ready: 'Imoto yakho ayikakulungeli ukuhamba.',
  route_not_started: 'Umzila wakho awuqalanga ngo-{time}.',
  ask_office_to_release: 'Cela ihhovisi likhulule umzila.',
  may_release_one: '{name} angawukhulula umzila.',
  may_release: '{names} noma {last} bangawukhulula umzila.',
  may_release_more: '{names} noma abanye abangu-{others} bangawukhulula umzila.',
  gate_expected_one: 'Iphasela eli-1 lisalindelwe.',
  gate_expected: 'Amaphasela angu-{parcels} asalindelwe.',
  gate_on_floor_one: 'Iphasela eli-1 liphansi futhi alikalayishwa.',
  gate_on_floor: 'Amaphasela angu-{parcels} aphansi futhi awakalayishwa.',
  gate_missing_one: 'Iphasela eli-1 alikho.',
  gate_missing: 'Amaphasela angu-{parcels} awekho.',
  gate_over_one: 'Iphasela eli-1 lilapha noma lilayishiwe kodwa alihlelwanga.',
  gate_over: 'Amaphasela angu-{parcels} alapha noma alayishiwe kodwa awahlelwanga.',
  gate_damaged_one: 'Iphasela eli-1 lonakele.',
  gate_damaged: 'Amaphasela angu-{parcels} onakele.',
  gate_overweight: 'Amaphasela anesisindo esingu-{kg} kg; imoto ithwala u-{max} kg.',
  gate_overfull: 'Amaphasela adinga u-{m3} m³; imoto ithatha u-{max} m³.',
  gate_licence: 'Ilayisense yomshayeli ayisebenzi ngalolu suku.',
  gate_vehicle: 'Imoto ayihlolwanga namuhla, noma ayilungile.',

  // The order of stops.
  office_orders: 'Ihhovisi yilo elinquma ukulandelana kwezitobhi zakho.',
  day_over: '{day} sekudlulile. Hlela izitobhi zanamuhla noma zosuku oluzayo.',
  order_changed:
    'Ihhovisi lishintshe ukulandelana kwezitobhi zakho. Kubuke futhi, bese uphinda ushintsho lwakho.',
  stops_gone: 'Asikho kulezi zitobhi esisekhona ohlwini lwakho.',
  first_stops_locked: 'Ihhovisi likhiye izitobhi zokuqala zosuku lwakho. Shintsha ukulandelana kwezinye.',

  // Manifests.
  manifest_departed: '{manifest} isivele ihambile.',
  manifest_loading: '{manifest} isalayishwa. Cela idepho iyivale, bese uyiskena futhi.',
  manifest_not_departed: '{manifest} ayikahambi. Yamukele kuqala.',
  not_a_manifest: 'Lena akuyona ibhakhodi yemanifesti. Skena leyo esekhasini layo lokuqala.',
  scanned_no_manifest: '{scanned} akuyona ibhakhodi yemanifesti. Skena leyo esekhasini layo lokuqala.',
  no_manifest: 'Ayikho imanifesti {manifest}.',
  manifest_of_other: '{manifest} inikezwe u-{driver}. Buza edepho.',

  // Money.
  money_needed:
    'Kumele kukhokhwe u-{amount} ngaphambi kokuba kunikezwe. Rekhoda imali, noma ubike ukuthi kwehlulekile ukuletha.',
  money_amount: 'Faka imali oyitholile: {amount}.',
  money_coins: 'Ukheshi ubalwa ngamasenti angu-10. Bala futhi.',
  money_slip: 'Faka inombolo eseslibhini.',
  money_difference: 'Faka ukuthi kungani kungewona u-{amount}.',
  money_taken: 'Imali yale mpahla isivele ithathiwe. Yibuyisele kumamukeli.',
  receipt_not_yours: '{receipt} akuyona inombolo yakho.',
  receipt_used: '{receipt} isetshenziselwe enye imali. Rekhoda ukulethwa futhi, ngenombolo elandelayo.',
  receipt_void: '{receipt} ayisasebenzi. Rekhoda ukulethwa futhi, ngenombolo elandelayo.',
  only_own_cash: 'Ungabala ukheshi wakho kuphela.',
  no_till: 'Awukho umshini wemali ovuliwe. Wuvule kuqala.',
  counted_already: 'Lo kheshi usuvele ubaliwe. Omunye umuntu kumele aqinisekise isibalo kuqala.',
  expected_changed: 'Imali elindelwe ishintshe isuka ku-{before} yaya ku-{now}. Bala futhi.',
  no_cash: 'Awukho ukheshi okumele unikezelwe.',
  period_too_long: 'Khetha izinsuku ezingeqi ku-{days}.',

  // Pickup points.
  point_gone: 'Le ndawo ayisekho. Buza ihhovisi.',
  door_needed: 'Faka umnyango olifake kuwo iphasela.',
  no_door: '{point} ayinawo umnyango {door}.',
  door_taken: 'Umnyango {door} usunelinye iphasela noma ubekelwe elinye.',
  place_already: 'Lokhu sekwenziwe kakade.',
  place_changed: 'Lokhu akunakwenzeka manje: indawo yephasela ishintshile.',

  // Calls, messages and notifications.
  calls_off: 'Inkampani yakho ayixhumanisi izingcingo zabashayeli.',
  stop_not_listed: 'Lesi sitobhi asikho ohlwini lwakho.',
  own_number_missing: 'Iphrofayela yakho ayinayo inombolo yocingo. Cela ihhovisi liyifake.',
  contact_number_missing: 'Lo muntu akanayo inombolo yocingo.',
  no_calling_number: 'Inkampani yakho ayikabi nayo inombolo yokushaya. Kunalokho, thumela ihhovisi umyalezo.',
  called_too_often:
    'Ushayele lo muntu izikhathi ezingu-{calls} namuhla. Kunalokho, thumela ihhovisi umyalezo.',
  call_failed: 'Ucingo aluxhumekanga. Kunalokho, thumela ihhovisi umyalezo.',
  message_length: 'Bhala umyalezo onezinhlamvu ezingeqi ku-{max}.',
  sign_in_on_phone: 'Ngena ngefoni okumele ithole izaziso.',
  too_many_tries: 'Imizamo miningi kakhulu. Sicela uzame futhi ngemuva kwemizuzwana engu-{seconds}.',

  // Photos.
  add_files_count: 'Engeza amafayela aphakathi kuka-1 no-{max} ngesikhathi. Uthumele angu-{sent}.',
  may_not_add_files: 'Awuvunyelwe ukwengeza amafayela kule mpahla.',
  file_used: 'Ifayela livele lisetshenziswa kwenye indawo. Khetha amafayela futhi.',
  shipment_files_full: 'Impahla ithatha amafayela angu-{max} kuphela. Inangu-{present}. Susa angadingeki.',
  upload_unknown: 'Lokhu kulayisha akusaziwa. Kuthumele futhi.',
  not_uploaded: '{file} alilayishwanga. Khetha ifayela futhi.',
  added_twice: '{file} lengezwe kabili. Engeza ifayela ngalinye kanye.',
}
