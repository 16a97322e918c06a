# OpenLDAP on 127.0.0.1:1389 (StartTLS) and 1636 (TLS): admin / adminpw, alice / alicepw who is a member of ops
dir=$R/ldap
client=(-x -H ldap://127.0.0.1:1389)
install -d "$dir"
make_certificate "$dir"
alive "$R/pids/ldap" || { rm -rf "$dir/db" && install -d "$dir/db"; } # the entries below are loaded on each start
cat > "$dir/slapd.conf" <<CONF
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
TLSCertificateFile $dir/cert.pem
TLSCertificateKeyFile $dir/key.pem
database mdb
maxsize 67108864
suffix "dc=example,dc=test"
rootdn "cn=admin,dc=example,dc=test"
rootpw adminpw
directory $dir/db
index objectClass,uid,cn,mail eq
overlay memberof
access to attrs=userPassword by self write by anonymous auth by * none
access to * by users read by * none
CONF
cat > "$dir/entries.ldif" <<LDIF
dn: dc=example,dc=test
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ou=people,dc=example,dc=test
objectClass: organizationalUnit
ou: people

dn: uid=alice,ou=people,dc=example,dc=test
objectClass: inetOrgPerson
uid: alice
cn: Alice
sn: A
mail: alice@example.test
userPassword: alicepw

dn: cn=ops,dc=example,dc=test
objectClass: groupOfNames
cn: ops
member: uid=alice,ou=people,dc=example,dc=test
LDIF
port_free 1389 ldap
port_free 1636 ldap
start ldap /usr/sbin/slapd -d 0 -f "$dir/slapd.conf" -h 'ldap://127.0.0.1:1389/ ldaps://127.0.0.1:1636/'
ready ldap ldapsearch "${client[@]}" -s base -b ''
if ! ldapsearch "${client[@]}" -D uid=alice,ou=people,dc=example,dc=test -w alicepw -s base -b cn=ops,dc=example,dc=test > /dev/null 2>&1; then
  ldapadd "${client[@]}" -D cn=admin,dc=example,dc=test -w adminpw -f "$dir/entries.ldif" > "$R/log/ldapadd.log"
fi
