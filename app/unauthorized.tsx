/** Never shown: pages lead to the sign-in page. Without it, Next's own would be in every page. */
export default function Unauthorized() {
  return null;
}
