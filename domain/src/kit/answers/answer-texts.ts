/**
 * The sentences of answers that drivers read, in English, by code. `{name}` is replaced with a value. The driver's phone
 * has each of them in its other languages (decision 0151), so a code keeps its meaning: a new meaning is a new code.
 */
export const answer_texts = {
  // Who may do what.
  only_drivers: 'Only drivers may do this.',
  only_staff: 'Only drivers and our office may do this.',
  only_office: 'Only the office may do this.',
  may_not_reject: 'Drivers may not reject shipments. Please call the office.',
  may_not_cancel_parcels: 'Drivers may not cancel parcels. Please call the office.',
  may_not_add_parcels: 'Drivers may not add parcels. Please call the office.',
  may_not_add_shipments: 'Drivers may not add shipments. Please call the office.',
  may_not_scan_manifests: 'Drivers cannot scan manifests at this company. Please call the office.',
  may_not_arrive_manifests: 'Drivers cannot scan in at the hub at this company. Please call the office.',

  // What cannot be found.
  no_shipment: 'Could not find shipment',
  no_driver: 'Could not find this driver.',
  no_statement: 'Could not find this statement.',
  no_collection_request: 'Could not find this collection request.',
  not_a_parcel_of: '{parcel} is not a parcel of {reference}.',
  which_shipment: 'Enter the shipment or a parcel.',
  which_stop: 'Choose the stop: a shipment that is collected there, or the collection request.',
  shipment_or_request: 'Send either a shipment or a collection request.',

  // Stops that changed in the meantime.
  collection_reassigned: 'This collection was assigned to another driver.',
  delivery_reassigned: 'This delivery was assigned to another driver.',
  collection_reassigned_kept:
    'This collection was assigned to another driver. Your proof has been kept for the office.',
  shipment_reassigned_kept:
    'This shipment was assigned to another driver. Your proof has been kept for the office.',
  already_recorded: '{name}: already recorded.',
  not_possible_now: '{name} is {status}: it cannot be {participle} now.',
  last_parcel: 'At least one parcel must remain. Ask the office to cancel the shipment.',
  not_a_return: 'This shipment is not on its way back to the sender.',
  not_for_a_point: 'This shipment is not addressed to a pickup point.',
  nothing_to_add_to: '{name} is {status}: nothing can be added to it.',
  add_only_at_collection: '{name} is {status}: parcels can be added only during collection.',
  add_only_at_address: 'You can add a shipment only at a stop where others are collected from an address.',
  not_about_a_shipment: 'This action is not about a shipment. Leave out shipment_id.',
  add_on_its_own: 'Add a new shipment on its own, not as a change to another shipment.',
  photos_on_their_own: 'Photos are added on their own, not as a change to a shipment.',
  manifest_by_barcode: 'A manifest is identified by its barcode. Leave out shipment_id.',
  not_for_requests: "A collection request does not support the action '{action}'. Choose a shipment.",

  // What an action needs.
  choose_reason: 'Choose a reason.',
  reason_not_allowed: "'{reason}' is not an allowed reason. Choose one from the list.",
  call_first: 'Call the customer before you record a failed attempt.',
  collection_needs_photo: 'A collection needs a photo.',
  collection_needs_signature: 'A collection needs a signature.',
  parcel_needed: 'Enter a parcel with its size and weight.',
  address_needed: 'Enter the delivery address.',
  parcels_out_of_range: 'Give 1 to {max} parcels.',
  count_parcels: 'Enter how many parcels you collected, or scan them.',
  scanned_not_collected: 'Not collected with this request: {parcels}. Ask the office what to do with them.',
  scan_parcel: 'Every parcel must be scanned. Scan {parcel}, then try again.',
  scan_parcels: 'Every parcel must be scanned. Scan {parcel} and {others} more, then try again.',

  // Proof of delivery.
  photo_of_document: 'Take a photo of the signed document.',
  without_pin_name: 'Without a PIN you must provide the name of the receiver.',
  without_pin_mobile_number: 'Without a PIN you must provide a mobile number.',
  without_pin_department: 'Without a PIN you must provide the department.',
  without_pin_description: 'Without a PIN you must provide a description.',
  without_pin_photos: 'Without a PIN you must provide a photo.',
  without_pin_signature: 'Without a PIN you must provide a signature.',
  pin_wrong: 'This PIN is incorrect.',
  pin_locked: 'Too many wrong PINs.',
  one_try_left: '1 try left.',
  tries_left: '{tries} tries left.',
  pin_later: 'Try again in {minutes} minutes.',
  pin_later_or_proof: 'Try again in {minutes} minutes or use the other proof.',

  // The day.
  odometer_needed: 'Enter the odometer before you start.',
  check_vehicle_first: 'Check your vehicle before you start the route.',
  on_break_already: 'You are on a break already.',
  not_on_break: 'You are not on a break.',
  start_day_first: 'Start your day first.',
  end_break_first: 'End your break first.',
  check_items: 'Check these too: {items}.',
  describe_fault: 'Describe what is not in order.',

  // The ready gate.
  vehicle_not_ready: 'Your vehicle is not ready.',
  route_not_started: 'Your route did not start at {time}.',
  ask_office_to_release: 'Ask the office to release the route.',
  may_release_one: '{name} may release the route.',
  may_release: '{names} or {last} may release the route.',
  may_release_more: '{names} or {others} more may release the route.',
  gate_expected_one: '1 parcel is still expected.',
  gate_expected: '{parcels} parcels are still expected.',
  gate_on_floor_one: '1 parcel is on the floor and not loaded.',
  gate_on_floor: '{parcels} parcels are on the floor and not loaded.',
  gate_missing_one: '1 parcel is missing.',
  gate_missing: '{parcels} parcels are missing.',
  gate_over_one: '1 parcel is here or loaded and not planned.',
  gate_over: '{parcels} parcels are here or loaded and not planned.',
  gate_damaged_one: '1 parcel is damaged.',
  gate_damaged: '{parcels} parcels are damaged.',
  gate_overweight: 'The parcels weigh {kg} kg; the vehicle carries {max} kg.',
  gate_overfull: 'The parcels need {m3} m³; the vehicle holds {max} m³.',
  gate_licence: 'The licence of the driver is not valid on this day.',
  gate_vehicle: 'The vehicle has not been checked today, or is not in order.',

  // The order of stops.
  office_orders: 'The office decides the order of your stops.',
  day_over: '{day} is over. Order the stops of today or a later day.',
  order_changed: 'The office has changed the order of your stops. Look at it again, then repeat your change.',
  stops_gone: 'None of these stops is on your trip sheet any more.',
  first_stops_locked: 'The office has locked the first stops of your day. Change the order of the others.',

  // Manifests.
  manifest_departed: '{manifest} has departed already.',
  manifest_loading: '{manifest} is still being loaded. Ask the hub to close it, then scan it again.',
  manifest_not_departed: '{manifest} has not departed yet. Accept it first.',
  not_a_manifest: 'This is not the barcode of a manifest. Scan the one on its first page.',
  scanned_no_manifest: '{scanned} is not the barcode of a manifest. Scan the one on its first page.',
  no_manifest: 'There is no manifest {manifest}.',
  manifest_of_other: '{manifest} was assigned to {driver}. Ask the hub.',

  // Money.
  money_needed:
    '{amount} must be paid before this is handed over. Record the money, or report that it could not be delivered.',
  money_amount: 'Enter the money that you received: {amount}.',
  money_coins: 'Cash comes in multiples of 10 cents. Count it again.',
  money_slip: 'Enter the reference on the slip.',
  money_difference: 'Enter why it is not {amount}.',
  money_taken: 'The money for this shipment was taken already. Give it back to the receiver.',
  receipt_not_yours: '{receipt} is not a number of yours.',
  receipt_used: '{receipt} was used for other money. Record the delivery again, with the next number.',
  receipt_void: '{receipt} is void. Record the delivery again, with the next number.',
  only_own_cash: 'You may count only your own cash.',
  no_till: 'No till is open. Open it first.',
  counted_already: 'This cash was counted already. Another person must confirm the count first.',
  expected_changed: 'The expected amount has changed from {before} to {now}. Count again.',
  no_cash: 'There is no cash to hand in.',
  period_too_long: 'Choose at most {days} days.',

  // Pickup points.
  point_gone: 'This location no longer exists. Ask the office.',
  door_needed: 'Enter the door into which you put the parcel.',
  no_door: '{point} has no door {door}.',
  door_taken: 'Door {door} already holds another parcel or is reserved for one.',

  place_already: 'Already {participle}.',
  place_changed: 'The parcel cannot be {participle} now: its place is {state}.',

  // Calls, messages and notifications.
  calls_off: 'Your company does not connect calls of drivers.',
  stop_not_listed: 'This stop is not on your list.',
  own_number_missing: 'Your profile has no phone number to ring. Ask the office to add it.',
  contact_number_missing: 'This contact has no phone number.',
  no_calling_number: 'Your company has no calling number yet. Send the office a message instead.',
  called_too_often: 'You called this contact {calls} times today. Send the office a message instead.',
  call_failed: 'The call could not be connected. Send the office a message instead.',
  message_length: 'Write a message of at most {max} characters.',
  sign_in_on_phone: 'Sign in on the phone that should get the notifications.',
  too_many_tries: 'Too many attempts. Please try again in {seconds} seconds.',

  // Photos.
  add_files_count: 'Add 1 to {max} files at once. You sent {sent}.',
  may_not_add_files: 'You may not add files to a shipment.',
  file_used: 'A file is already used somewhere else. Choose the files again.',
  shipment_files_full:
    'A shipment has at most {max} files. It has {present}. Remove some that are not needed.',
  upload_unknown: 'This upload is not known any more. Ask for a new address.',
  not_uploaded: '{file} was not uploaded. Choose the file again.',
  added_twice: '{file} was added twice. Add each file once.',
} as const

/** The stable code of a sentence. */
export type AnswerCode = keyof typeof answer_texts
