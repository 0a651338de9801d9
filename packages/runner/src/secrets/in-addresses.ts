/** A text as a part of an address, as a field of a form, and as an address inside another. Libraries differ in what they leave as it is. */
export function inAddresses(text: string): string[] {
  const component = encodeURIComponent(text);
  const strict = component.replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const everything = strict.replaceAll(/[-_.~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const address = new URL("http://host");
  address.password = text;
  address.search = text;
  const forms = [
    component,
    strict,
    everything,
    strict.replaceAll("%2F", "/"),
    component.replaceAll("%20", "+"),
    new URLSearchParams([["", text]]).toString().slice(1),
    encodeURI(text),
    address.password,
    address.search.slice(1),
    encodeURIComponent(component),
  ];
  return forms.flatMap((form) => [form, form.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())]);
}
