import { describe, expect, test } from 'vitest'
import { isSoundIban, type Letterhead, letterheadOf } from './letterhead.ts'

const GERMAN: Letterhead = {
  name: 'Ada & Sons',
  line1: 'Lindenallee 12',
  postalCode: '10999',
  city: 'Berlin',
  countryCode: 'DE',
}

describe('a letterhead', () => {
  test.each<readonly [string, string, Letterhead]>([
    [
      'of a German company with bank and VAT number',
      `Atelier Nordlicht GmbH
Lindenallee 12
10999 Berlin
Tel. +49 30 1234567
hello@nordlicht.example
www.nordlicht.example
USt-IdNr.: DE123456788
Steuernummer 12/345/67890
IBAN: DE89 3704 0044 0532 0130 00
BIC: COBADEFFXXX
Commerzbank
Geschäftsführerin: Ada Moore
Amtsgericht Charlottenburg, HRB 12345 B`,
      {
        name: 'Atelier Nordlicht GmbH',
        line1: 'Lindenallee 12',
        postalCode: '10999',
        city: 'Berlin',
        countryCode: 'DE',
        phone: '+49 30 1234567',
        email: 'hello@nordlicht.example',
        website: 'www.nordlicht.example',
        taxId: 'DE123456788',
        taxNumber: '12/345/67890',
        iban: 'DE89 3704 0044 0532 0130 00',
        bic: 'COBADEFFXXX',
        bankName: 'Commerzbank',
        registrationId: 'HRB 12345 B',
      },
    ],
    [
      'as the line above a window of an envelope',
      'Ada & Sons · Lindenallee 12 · D-10999 Berlin',
      GERMAN,
    ],
    ['on one line with commas', 'Ada & Sons, Lindenallee 12, 10999 Berlin, Deutschland', GERMAN],
    [
      'with a second line of the street, and a bank on the line of its account',
      'Ada & Sons\nLindenallee 12\nHinterhaus\n10999 Berlin\nGermany\nGLS Bank IBAN DE44 4306 0967 1234 5678 00 BIC GENODEM1GLS',
      { ...GERMAN, line2: 'Hinterhaus' },
    ],
    [
      'of a Swiss company',
      'Käserei Muster AG\nSeestrasse 5\n8002 Zürich\nCHE-116.281.710 MWST\nIBAN CH93 0076 2011 6238 5295 7',
      {
        name: 'Käserei Muster AG',
        line1: 'Seestrasse 5',
        postalCode: '8002',
        city: 'Zürich',
        countryCode: 'CH',
        taxId: 'CHE-116.281.710 MWST',
        iban: 'CH93 0076 2011 6238 5295 7',
      },
    ],
    [
      'of a French company',
      'Librairie du Port\n3 rue de la Paix\n75002 Paris\nSIREN 732 829 320\nTVA FR44732829320',
      {
        name: 'Librairie du Port',
        line1: '3 rue de la Paix',
        postalCode: '75002',
        city: 'Paris',
        countryCode: 'FR',
        registrationId: '732 829 320',
        taxId: 'FR44732829320',
      },
    ],
    [
      'of a Dutch company',
      'Studio Zuid B.V.\nKeizersgracht 1\n1015 CN Amsterdam\nNederland',
      {
        name: 'Studio Zuid B.V.',
        line1: 'Keizersgracht 1',
        postalCode: '1015 CN',
        city: 'Amsterdam',
        countryCode: 'NL',
      },
    ],
    [
      'of a British company, with the code below the town',
      'Grace Ltd\nAttn Mara Lind\n1 High Street\nLondon\nSW1A 1AA\nUnited Kingdom',
      {
        name: 'Grace Ltd',
        contact: 'Mara Lind',
        line1: '1 High Street',
        city: 'London',
        postalCode: 'SW1A 1AA',
        countryCode: 'GB',
      },
    ],
    [
      'of an American company',
      'Grace Inc.\n500 Main St\nSuite 4\nPortland, OR 97201',
      {
        name: 'Grace Inc.',
        line1: '500 Main St',
        line2: 'Suite 4',
        city: 'Portland',
        region: 'OR',
        postalCode: '97201',
      },
    ],
    [
      'as in the head of a message',
      'Grace Ltd <desk@grace.example>',
      { name: 'Grace Ltd', email: 'desk@grace.example' },
    ],
    [
      'with a contact between name and street',
      'Grace GmbH\nz. Hd. Mara Lind\nHafenweg 3\n20457 Hamburg\ndesk@grace.example',
      {
        name: 'Grace GmbH',
        contact: 'Mara Lind',
        line1: 'Hafenweg 3',
        postalCode: '20457',
        city: 'Hamburg',
        email: 'desk@grace.example',
      },
    ],
    ['that is a name alone', 'Grace Ltd', { name: 'Grace Ltd' }],
    ['that is a name with a number', '2000 Lakes Consulting', { name: '2000 Lakes Consulting' }],
    ['that is empty', ' \n ', {}],
  ])('%s', (_, text, expected) => {
    expect(letterheadOf(text)).toMatchObject(expected)
  })

  test('no part of the text is in two fields', () => {
    const text =
      'Ada & Sons\nLindenallee 12\n10999 Berlin\nIBAN DE89370400440532013000\nDE123456788'
    expect(letterheadOf(text)).toEqual({
      ...GERMAN,
      iban: 'DE89 3704 0044 0532 0130 00',
      taxId: 'DE123456788',
    })
  })

  test('an account number with a wrong digit is not taken', () => {
    expect(letterheadOf('Ada & Sons\nIBAN DE88 3704 0044 0532 0130 00').iban).toBeUndefined()
    expect(isSoundIban('DE89 3704 0044 0532 0130 00')).toBe(true)
    expect(isSoundIban('DE88 3704 0044 0532 0130 00')).toBe(false)
  })
})
