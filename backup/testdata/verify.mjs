// Verifies the signature of a bundle on the standard input with the key, in
// hexadecimal, that is the one argument. JSON.stringify writes numbers and texts
// as RFC 8785 does; what it does not do is to sort.
import {createHash, createHmac} from 'node:crypto';
import {readFileSync} from 'node:fs';

const canonical = (value) => {
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return '{' + Object.keys(value).sort().map((name) => JSON.stringify(name) + ':' + canonical(value[name])).join(',') + '}';
};

const key = Buffer.from(process.argv[2], 'hex');
const {signature, ...rest} = JSON.parse(readFileSync(0, 'utf8'));
const mac = createHmac('sha256', key).update(canonical(rest)).digest('base64');
const keyId = createHash('sha256').update(key).digest('hex');
const good = signature.alg === 'HMAC-SHA256' && signature.keyId === keyId && signature.mac === mac;
console.log(good ? 'good' : 'bad');
