# Varnish between the proxy for https and the site, with varnish-modules (docs/operations.md). The site's own setting:
# SHARED_CACHE=varnish://127.0.0.1:6081. Start varnishd with -p http_gzip_support=off: the site compresses better itself.
vcl 4.1;
import xkey;

backend site {
	.host = "127.0.0.1";
	.port = "3000";
	# A large import is answered late.
	.first_byte_timeout = 300s;
}

# The machines of the product API, which says which pages have changed.
acl product_api {
	"127.0.0.1";
	"::1";
}

# The proxy for https, which says in X-Forwarded-For who calls.
acl proxy {
	"127.0.0.1";
	"::1";
}

sub vcl_recv {
	# Varnish has already written down who called it. Of a visitor there are two addresses: that of the proxy comes last.
	if (req.method == "PURGE") {
		if (client.ip !~ product_api || req.http.X-Forwarded-For ~ "," || !req.http.xkey-purge) {
			return (synth(403));
		}
		return (synth(200, "Dropped " + xkey.purge(req.http.xkey-purge)));
	}
	if (client.ip ~ proxy) {
		set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ",[^,]*$", "");
	}
	# The two encodings that the site has; each is kept by itself.
	if (req.http.Accept-Encoding ~ "br") {
		set req.http.Accept-Encoding = "br";
	} elsif (req.http.Accept-Encoding ~ "gzip") {
		set req.http.Accept-Encoding = "gzip";
	} else {
		unset req.http.Accept-Encoding;
	}
	# For one reader, or in pieces while it is made, or large.
	if (req.url ~ "^/(api|audio|\.well-known)/") {
		return (pass);
	}
}

# The site says which answers are the same for everyone, whatever cookies a visitor has.
sub vcl_req_cookie {
	return;
}

sub vcl_backend_response {
	set beresp.http.xkey = beresp.http.Cache-Tag + ",every-page";
}

sub vcl_deliver {
	unset resp.http.xkey;
	unset resp.http.Cache-Tag;
}
