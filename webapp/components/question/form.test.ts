import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerOf, checkForm } from './check-form.js';
import { formFieldsOf } from './form-fields.js';
import { formWords } from './words.js';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2, maxLength: 5 },
    mail: { type: 'string', format: 'email' },
    colour: {
      type: 'string',
      oneOf: [
        { const: 'b', title: 'Blue' },
        { const: 'r', title: 'Red' },
      ],
      default: 'b',
    },
    size: { type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] },
    pages: { type: 'integer', minimum: 1, maximum: 20 },
    ratio: { type: 'number' },
    isPublic: { type: 'boolean', default: true },
    parts: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, maxItems: 2 },
  },
  required: ['name', 'pages'],
};

describe('a form of an agent', () => {
  const fields = formFieldsOf(SCHEMA);

  it('[U27] has a field of the right kind for every property', () => {
    assert.deepEqual(
      fields.map(({ name, kind }) => [name, kind]),
      [
        ['name', 'text'],
        ['mail', 'text'],
        ['colour', 'choice'],
        ['size', 'choice'],
        ['pages', 'number'],
        ['ratio', 'number'],
        ['isPublic', 'boolean'],
        ['parts', 'choices'],
      ],
    );
    const size = fields.find(({ name }) => name === 'size');
    assert.deepEqual(size?.kind === 'choice' && size.choices, [
      { value: 's', title: 'Small' },
      { value: 'm', title: 'Medium' },
    ]);
  });

  it('[U27] says what is wrong with each field', () => {
    const values = { name: 'x', mail: 'nobody', pages: '2.5', ratio: 'much', parts: ['a', 'b', 'c'] };
    assert.deepEqual(checkForm(fields, values), {
      name: formWords.longer(2),
      mail: formWords.enterEmail,
      pages: formWords.enterWhole,
      ratio: formWords.enterNumber,
      parts: formWords.chooseAtMost(2),
    });
    assert.deepEqual(checkForm(fields, { pages: '30' }), { name: formWords.fillIn, pages: formWords.atMost('20') });
  });

  it('[U27] answers with the types of the schema and leaves out what is empty', () => {
    const values = { name: 'Orbit', pages: '3', parts: ['b'] };
    assert.deepEqual(checkForm(fields, values), {});
    assert.deepEqual(answerOf(fields, values), { name: 'Orbit', colour: 'b', pages: 3, isPublic: true, parts: ['b'] });
  });

  it('[U27] survives a schema that is none', () => {
    for (const schema of [null, 7, 'x', [], {}, { properties: [] }]) assert.deepEqual(formFieldsOf(schema), []);
    assert.deepEqual(
      formFieldsOf({ properties: { a: null, b: { type: 'array', items: 3 }, c: { oneOf: [null, { const: 4 }] } } }).map(
        ({ kind }) => kind,
      ),
      ['text', 'choices', 'text'],
    );
  });
});
