# Verifies the signature of a bundle on the standard input with the key, in
# hexadecimal, that is the one argument. Numbers are written as RFC 8785 does as
# long as they have no exponent.
import base64, hashlib, hmac, json, sys


def canonical(value):
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(json.dumps(name, ensure_ascii=False) + ":" + canonical(value[name]) for name in names) + "}"


key = bytes.fromhex(sys.argv[1])
bundle = json.loads(sys.stdin.buffer.read().decode("utf-8"))
signature = bundle.pop("signature")
mac = base64.b64encode(hmac.new(key, canonical(bundle).encode("utf-8"), hashlib.sha256).digest()).decode()
good = signature == {"alg": "HMAC-SHA256", "keyId": hashlib.sha256(key).hexdigest(), "mac": mac}
print("good" if good else "bad")
