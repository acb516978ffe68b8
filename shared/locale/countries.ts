/** ISO 3166-1 alpha-2 codes in the order of the API's country numbers, from 1. */
const CODES = (
  'AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BA BW BV BR IO BN ' +
  'BG BF BI KH CM CA CV KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CY CZ DK DJ DM DO TL EC EG SV ' +
  'GQ ER EE ET FK FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM HN HK HU ' +
  'IS IN ID IR IQ IE IL IT JM JP JE JO KZ KE KI KP KR KW KG LA LV LB LS LR LY LI LT LU MO MK MG MW MY ' +
  'MV ML MT IM MH MQ MR MU YT MX FM MD MC MN ME MS MA MZ MM NA NR NP NL AN NC NZ NI NE NG NU NF MP NO ' +
  'OM PK PW PS PA PG PY PE PH PN PL PT PR QA RE RO RU RW SH KN LC PM VC WS SM ST SA SN RS SC SL SG SK ' +
  'SI SB SO ZA GS SS ES LK SD SR SJ SZ SE CH SY TW TJ TZ TH TG TK TO TT TN TR TM TC TV UG UA AE GB US ' +
  'UM UY UZ VU VA VE VN VG VI WF EH YE ZM ZW'
).split(' ');

/**
 * Returns the ISO 3166-1 alpha-2 code of the API's country number; undefined for unknown numbers (0 is none). Names
 * come from `Intl.DisplayNames` in the reader's language.
 */
export function countryCode(number: number): string | undefined {
  return CODES[number - 1];
}

/** Returns all country numbers with their codes. */
export function countries(): { number: number; code: string }[] {
  return CODES.map((code, index) => ({ number: index + 1, code }));
}
